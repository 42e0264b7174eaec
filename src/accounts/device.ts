import { BROWSER_MAP, getParser } from 'bowser';

export type DeviceInfo = {
  browser: string | null;
  browser_version: string | null;
  os: string | null;
  os_version: string | null;
  device_type: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'unknown';
};

type Browser = Pick<DeviceInfo, 'browser' | 'browser_version'>;
type System = Pick<DeviceInfo, 'os' | 'os_version'>;

const MAX_USER_AGENT_LENGTH = 512; // SECURITY A41

// bowser calls most of these Chrome or Safari, or reports the version of another product in the
// string. The first match wins: an app stands before the browser whose engine it embeds (WeChat
// and QQ carry "MQQBrowser", Alipay once carried "UCBrowser"), and the bare engine ArkWeb last.
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['WeCom', /wxwork\/?(\d*)/i],
  // Desktop WeChat sends the same MicroMessenger number whatever its release: name only.
  ['WeChat', /(?:Windows|Mac)Wechat/i],
  ['WeChat', /MicroMessenger\/?(\d*)/i],
  ['QQ', /\bQQ\/(\d+)/i],
  ['Alipay', /AlipayClient\/?(\d*)/i],
  ['DingTalk', /DingTalk(?!-)[/(]?(\d*)/i],
  ['Douyin', /\baweme[_/]?(\d*)/i],
  ['Weibo', /_weibo_+(\d*)/i],
  ['Zhihu', /(?:Futureve|osee2unifiedReleaseVersion)\/(\d*)/i],
  ['Zhihu', /ZhihuHybrid|osee2unified/i],
  ['Bilibili', /\bbili(?:App|Droid|-universal)\/?(\d*)/i],
  ['Baidu', /baiduboxapp\/?(\d*)/i],
  ['Baidu Browser', /(?:bidu|baidu)browser\/?(\d*)/i],
  ['Quark', /Quark(?:PC)?\/(\d*)/i],
  ['UC Browser', /\bUC?Browser\/?(\d*)/i],
  ['360 Browser', /(?:\b360[SE]E|QihooBrowser(?:HD)?)\/?(\d*)/i],
  ['360 Browser', /360(?: Aphone Browser \(|Browser\/)(\d*)/i],
  // "MetaSr 1.0" never changes, and the Chrome number bowser reports here is not Sogou's.
  ['Sogou Browser', /(?:SogouMobileBrowser\/|MetaSr)(\d*)/i],
  ['Huawei Browser', /HuaweiBrowser\/?(\d*)/i],
  ['Mi Browser', /MiuiBrowser\/?(\d*)/i],
  ['vivo Browser', /VivoBrowser\/?(\d*)/i],
  ['OPPO Browser', /(?:HeyTap|Oppo)Browser\/?(\d*)/i],
  ['QQ Browser', /QQBrowser(?:Lite)?\/?(\d*)/i],
  ['Samsung Internet', /SamsungBrowser\/?(\d*)/i],
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d*)/i],
  ['Opera', /\bOPT\/(\d*)/i],
  ['ArkWeb', /\bArkWeb\/(\d*)/i],
];

// bowser names a browser it does not know by copying the user agent; only its own names are shown.
const BOWSER_NAMES = new Set(Object.values(BROWSER_MAP));

// A script is listed as a bot.
const HTTP_CLIENT = new RegExp(
  '^(curl|Wget|HTTPie|okhttp|axios|node-fetch|undici|node|python-requests|python-httpx' +
    '|Python-urllib|aiohttp|Python|Go-http-client|Java|Apache-HttpClient|Dart|PostmanRuntime)' +
    '(?:/(\\d*)|$)',
);

// Phones are called Cubot, "M bot 54" and "Spider 8", so the word must end like a product name.
// A "+http" address is where a crawler's owner takes complaints.
const CRAWLER =
  /(?<!cu)(?:bot|spider|crawler)(?:[/;,:()+-]|$)|slurp|headless|phantomjs|externalhit|\+https?:/i;

export function describeDevice(userAgent: string): DeviceInfo {
  const capped = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
  const ua = capped.replace(/\p{Cc}/gu, '').trim();
  const system = describeSystem(ua);
  return { ...describeBrowser(ua), ...system, device_type: deviceType(ua, system.os) };
}

function describeBrowser(ua: string): Browser {
  const client = HTTP_CLIENT.exec(ua);
  if (client?.[1]) return { browser: client[1], browser_version: major(client[2]) };

  for (const [browser, pattern] of BROWSERS) {
    const match = pattern.exec(ua);
    if (match) return { browser, browser_version: major(match[1]) };
  }

  const { name, version } = parserFor(ua).getBrowser();
  if (!name || !BOWSER_NAMES.has(name)) return { browser: null, browser_version: null };
  return { browser: name, browser_version: major(/^\d+/.exec(version ?? '')?.[0]) };
}

// bowser throws on an empty string. With `skipParsing` it computes only the requested parts.
function parserFor(ua: string) {
  return getParser(ua || ' ', true);
}

// Longer numbers are build numbers (Bilibili's 7810200), not versions anyone would recognise.
function major(digits: string | undefined): string | null {
  return digits && /^[1-9]\d{0,3}$/.test(digits) ? digits : null;
}

// A version the browser has frozen is left out, since naming it would be wrong for most readers:
// Windows 11 still reports NT 10.0, every macOS since 11 reports 10.15, Chrome reports "Android 10; K".
function describeSystem(ua: string): System {
  // Before bowser: HarmonyOS also claims to be Android or Windows, with their version numbers.
  if (/OpenHarmony|HarmonyOS/i.test(ua)) {
    return { os: 'HarmonyOS', os_version: majorMinor(/Harmony(?:OS)?[ /]([\d.]+)/i.exec(ua)?.[1]) };
  }
  // Safari on an iPad looks like one on a Mac, but these browsers identify themselves.
  if (/Macintosh/i.test(ua) && /(?:Cr|Fx|Edg|OP)iOS\//i.test(ua)) {
    return { os: 'iPadOS', os_version: null };
  }

  const { name, version, versionName } = parserFor(ua).getOS();
  const reported = majorMinor(version);
  switch (name) {
    case undefined:
      return { os: null, os_version: null };
    case 'Windows':
      return { os: name, os_version: versionName === '10' ? null : (versionName ?? null) };
    case 'macOS':
      return { os: name, os_version: reported === '10.15' ? null : reported };
    case 'iOS':
      // bowser also takes a model such as "CHUWI HiPad" for Apple's.
      if (!/\biP(?:hone|ad|od)/i.test(ua)) return { os: 'Android', os_version: null };
      return { os: /\biPad/i.test(ua) ? 'iPadOS' : 'iOS', os_version: iosVersion(ua, reported) };
    case 'Android':
      return { os: name, os_version: /Android 10; K\)/i.test(ua) ? null : reported };
    case 'Chrome OS':
      return { os: 'ChromeOS', os_version: reported };
    default:
      return { os: name, os_version: reported };
  }
}

// From iOS 26 on WebKit always reports 18.6 or 18.7; only Safari's own version, which follows the
// system's, is right.
function iosVersion(ua: string, reported: string | null): string | null {
  if (reported !== '18.6' && reported !== '18.7') return reported;
  return majorMinor(/Version\/([\d.]+)/i.exec(ua)?.[1]);
}

function majorMinor(version: string | undefined): string | null {
  return /^\d{1,3}(?:\.\d{1,3})?(?!\d)/.exec(version ?? '')?.[0] ?? null;
}

function deviceType(ua: string, os: string | null): DeviceInfo['device_type'] {
  if (HTTP_CLIENT.test(ua) || CRAWLER.test(ua)) return 'bot';
  if (/\b(?:Smart-?|Hbb)?TV\b(?!\.)/.test(ua)) return 'unknown';
  switch (os) {
    case 'Windows':
    case 'macOS':
    case 'ChromeOS':
      return 'desktop';
    case 'Linux':
      return /\bMobile\b/i.test(ua) ? 'mobile' : 'desktop';
    case 'iPadOS':
      return 'tablet';
    case 'iOS':
      return 'mobile';
    case 'Android':
    case 'HarmonyOS':
      return androidType(ua);
    default:
      return /\bMobile\b/i.test(ua) ? 'mobile' : 'unknown';
  }
}

function androidType(ua: string): DeviceInfo['device_type'] {
  if (/\((?:PC|2in1);/i.test(ua)) return 'desktop';
  if (/\bTablet\b|\bPad\/APad\b/i.test(ua)) return 'tablet';
  if (/\bMobile\b|\(Phone;/i.test(ua)) return 'mobile';
  // A browser omits "Mobile" on a tablet; an app's own HTTP stack never includes it.
  return /AppleWebKit|Gecko/i.test(ua) ? 'tablet' : 'unknown';
}
