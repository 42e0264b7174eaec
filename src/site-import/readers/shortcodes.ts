/** Bounded, because a text without an end would be read again from each of its characters. */
const ATTRIBUTE =
  /([\w-]{1,30})\s{0,3}=\s{0,3}(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s"'\]]{1,500}))/g;
const PICTURE = /(?:<a\s[^<>]{0,2000}>\s{0,20})?<img\s[^<>]{0,2000}>(?:\s{0,20}<\/a>)?/i;
/** The names of plugins that show code. */
const CODE =
  'code|sourcecode|highlight|prism|crayon|php|js|javascript|css|html|xml|sql|bash|python';
const CODE_BLOCK = new RegExp(`\\[(${CODE})\\b([^\\]]*)\\]([\\s\\S]*?)\\[/\\1\\]`, 'gi');
const BARE_ADDRESS = /^[ \t]*(https?:\/\/[^\s<>"]{1,2000})[ \t]*$/gm;

/**
 * Replaces the shortcodes of WordPress itself, and of the usual plugins for code, by the elements that they stand for.
 * Unknown ones stay text, so that the author sees what is missing.
 */
export function replaceShortcodes(text: string, attachments: ReadonlyMap<string, string>): string {
  const codes: string[] = [];
  const withoutCode = text.replace(
    CODE_BLOCK,
    (_, name: string, attributes: string, code: string) => {
      const { lang, language } = readAttributes(attributes);
      const chosen = language ?? lang ?? (/code|highlight|prism|crayon/i.test(name) ? '' : name);
      codes.push(writeCode(code, chosen));
      return `\n\n<x-code data-index="${codes.length - 1}"></x-code>\n\n`;
    },
  );
  const replaced = withoutCode
    .replace(
      /\[caption\b([^\]]*)\]([\s\S]*?)\[\/caption\]/gi,
      (_, attributes: string, inner: string) =>
        writeCaption(inner, readAttributes(attributes)['caption'] ?? ''),
    )
    .replace(/\[gallery\b([^\]]*)\]/gi, (_, attributes: string) => {
      const ids = (readAttributes(attributes)['ids'] ?? '').split(',').map((id) => id.trim());
      const pictures = ids.flatMap((id) => attachments.get(id) ?? []);
      return pictures
        .map((src) => `\n\n<figure><img src="${escapeHtml(src)}" alt=""></figure>`)
        .join('');
    })
    .replace(/\[embed\b[^\]]*\]\s*(\S+?)\s*\[\/embed\]/gi, (_, address: string) =>
      writeLink(address),
    )
    .replace(
      /\[(?:audio|video|playlist)\b([^\]]*)\](?:\[\/(?:audio|video)\])?/gi,
      (_, list: string) => {
        const { src, mp3, mp4, m4a, ogg, webm } = readAttributes(list);
        const address = src ?? mp4 ?? mp3 ?? m4a ?? ogg ?? webm;
        return address ? writeLink(address) : '';
      },
    )
    .replace(BARE_ADDRESS, (_, address: string) => writeLink(address));
  return replaced.replace(
    /<x-code data-index="(\d+)"><\/x-code>/g,
    (_, index: string) => codes[Number(index)] ?? '',
  );
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] ??= double ?? single ?? bare ?? '';
  return attributes;
}

/** The editor of WordPress stores the text after the picture, older versions in an attribute. */
function writeCaption(inner: string, attribute: string): string {
  const picture = PICTURE.exec(inner)?.[0] ?? '';
  const caption = inner.replace(picture, '').trim() || escapeHtml(attribute);
  return `\n\n<figure>${picture}<figcaption>${caption}</figcaption></figure>\n\n`;
}

/** As typed: the editor of WordPress escapes it or not, depending on how it was entered. */
function writeCode(code: string, language: string): string {
  const plain =
    /&(?:lt|gt|amp|quot|#0?39);/.test(code) && !/<[a-z/]/i.test(code) ? unescapeHtml(code) : code;
  const name = /^[\w+#.-]{1,32}$/.test(language)
    ? ` class="language-${language.toLowerCase()}"`
    : '';
  return `<pre><code${name}>${escapeHtml(plain.replace(/^\r?\n/, '').trimEnd())}</code></pre>`;
}

function writeLink(address: string): string {
  const plain = unescapeHtml(address);
  return `\n\n<p><a href="${escapeHtml(plain)}">${escapeHtml(plain)}</a></p>\n\n`;
}

const NAMED: Record<string, string> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#39': "'",
  '#039': "'",
};

function unescapeHtml(text: string): string {
  return text.replace(/&(lt|gt|quot|amp|#0?39);/g, (whole, name: string) => NAMED[name] ?? whole);
}

export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt' }[sign] ?? 'quot'};`,
  );
}
