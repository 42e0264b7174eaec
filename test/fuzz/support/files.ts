import fc from 'fast-check';

const BOUNDARY = 'lamplight-fuzz';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** One red dot, as PNG and as GIF. */
const PICTURES = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=',
].map((one) => Buffer.from(one, 'base64'));

const picture = fc.constantFrom(...PICTURES);
const damaged = fc
  .tuple(picture, fc.nat({ max: 40 }), fc.nat({ max: 255 }))
  .map(([one, at, value]) => {
    const copy = Buffer.from(one);
    copy[at] = value;
    return copy;
  });
const cut = fc.tuple(picture, fc.nat({ max: 60 })).map(([one, length]) => one.subarray(0, length));
const bytes = fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one));
const content = fc.oneof(
  { weight: 1, arbitrary: picture },
  { weight: 6, arbitrary: fc.oneof(damaged, cut, bytes) },
);
const disposition = fc.constantFrom(
  'form-data; name="file"; filename="x.png"',
  'form-data; name="file"; filename="../../x.php"',
  'form-data; name="other"; filename="x"',
  'form-data; name="__proto__"; filename="x"',
  'form-data; name="file"',
  "form-data; filename*=UTF-8''%ff",
  '',
);

/** What may come where one picture belongs: damaged, cut short, none, two, or nothing of the kind. */
export const multipartBody: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.array(fc.tuple(disposition, content), { maxLength: 2 }),
    fc.constantFrom('--', '', '\r\n'),
  )
  .map(([parts, end]) =>
    Buffer.concat([
      ...parts.flatMap(([head, body]) => [
        Buffer.from(
          `--${BOUNDARY}\r\ncontent-disposition: ${head}\r\ncontent-type: image/png\r\n\r\n`,
        ),
        body,
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${BOUNDARY}${end}`),
    ]),
  );
