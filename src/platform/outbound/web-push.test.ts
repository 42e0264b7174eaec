import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush } from '../../../test/support/push-service.ts';
import { encryptPush, isPublicKey, readPushKey } from './web-push.ts';

const read = (text: string) => Buffer.from(text, 'base64url');
const plain = Buffer.from('When I grow up, I want to be a watermelon');
/** RFC 8291, appendix A. */
const RFC = {
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const keys = { p256dh: read(RFC.p256dh), auth: read(RFC.auth) };

test('ADR 0068 a message is encrypted as in the example of RFC 8291', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(read(RFC.sender));
  const body = encryptPush(plain, keys, { sender, salt: read(RFC.salt), padded: 0 });
  expect(body.toString('base64url')).toBe(RFC.body);
  const privateKey = read(RFC.receiver);
  expect(decryptPush(read(RFC.body), { privateKey, ...keys })).toEqual(plain);
});

test('ADR 0068 short messages are equally long, and no two look the same', () => {
  const bodies = ['a', 'a', '夜'.repeat(200)].map((text) => encryptPush(Buffer.from(text), keys));
  expect(new Set(bodies.map((body) => body.length)).size).toBe(1);
  expect(new Set(bodies.map(String)).size).toBe(3);
  expect(encryptPush(Buffer.from('夜'.repeat(600)), keys).length).toBeLessThan(4096);
});

test('a key is a point of the curve, or none', () => {
  expect(isPublicKey(keys.p256dh)).toBe(true);
  expect(isPublicKey(Buffer.alloc(65, 4))).toBe(false);
  expect(isPublicKey(Buffer.alloc(0))).toBe(false);
  expect(readPushKey(read(RFC.receiver))?.public_key).toEqual(keys.p256dh);
  expect(readPushKey(Buffer.alloc(32))).toBeUndefined();
  expect(readPushKey(Buffer.alloc(32, 255))).toBeUndefined();
});
