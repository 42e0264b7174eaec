import { describeDevice } from '../../../src/accounts/device.ts';
import { assert, timed } from '../support.ts';

const NAME_MAX = 40;
const VERSION_MAX = 10;
const TYPES = ['desktop', 'mobile', 'tablet', 'bot', 'unknown'];

export const LENGTH_MAX = 2048;
export const WORDS = [
  ...['Mozilla/5.0 (', 'AppleWebKit/537.36 (KHTML, like Gecko) ', 'Chrome/140.0', 'Safari/605'],
  ...['Windows NT 10.0', 'Macintosh; Intel Mac OS X 10_15_7', 'Android 10; K)', 'iPhone; CPU '],
  ...['MicroMessenger/8', 'QQ/9', 'Quark/7', 'UCBrowser/15', 'HuaweiBrowser/15', 'Edg/140'],
  ...['OpenHarmony 5.0', 'ArkWeb/4', 'bot/', 'spider;', '+http://', 'curl/8', 'okhttp', 'Mobile'],
];

/** A41: for any user agent, the description is bounded, known text, and fast. */
export function fuzz(input: Buffer): void {
  const device = timed(() => describeDevice(input.toString('latin1')));
  for (const name of [device.browser, device.os])
    assert(name === null || (name.length <= NAME_MAX && !/\p{Cc}/u.test(name)), `named ${name}`);
  for (const version of [device.browser_version, device.os_version])
    assert(version === null || version.length <= VERSION_MAX, `version ${version}`);
  assert(TYPES.includes(device.device_type), 'is nothing we know');
}
