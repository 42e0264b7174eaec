import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

/** What blog programs write above a text; the names differ, the meaning does not. */
export type FrontMatter = { title: string; summary: string; tags: string[]; cover: string };

const YAML = /^---[ \t]*\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\n|$)/m;
const TOML = /^\+\+\+[ \t]*\n([\s\S]*?)^\+\+\+[ \t]*(?:\n|$)/m;
const SUMMARIES = ['summary', 'description', 'excerpt', 'abstract'];
const TAGS = ['tags', 'tag', 'categories', 'category', 'keywords'];
const COVERS = [
  'cover',
  'cover_image',
  'coverImage',
  'banner',
  'image',
  'thumbnail',
  'featured_image',
  'heroImage',
  'index_img',
];

export type Fields = Record<string, unknown>;

/**
 * Splits a file of Hexo, Hugo, Jekyll or a site's export; `all` has the fields as they are written. What is not valid
 * front matter is text.
 */
export function splitFrontMatter(text: string): {
  fields: FrontMatter;
  all: Fields;
  markdown: string;
} {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  for (const [pattern, parse] of [
    [YAML, (block: string) => parseYaml(block, { maxAliasCount: 10 }) as unknown],
    [TOML, (block: string) => parseToml(block) as unknown],
  ] as const) {
    const match = pattern.exec(source);
    if (match?.index !== 0) continue;
    const fields = attempt(() => parse(match[1] ?? ''));
    if (isFields(fields))
      return { fields: readFields(fields), all: fields, markdown: source.slice(match[0].length) };
  }
  return { fields: readFields({}), all: {}, markdown: source };
}

function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return null;
  }
}

function readFields(fields: Fields): FrontMatter {
  const nested = ['params', 'taxonomies', 'extra'].map((name) => fields[name]).filter(isFields);
  const all = [fields, ...nested];
  const first = (names: string[]) =>
    all.flatMap((one) => names.map((name) => textOf(one[name]))).find(Boolean) ?? '';
  return {
    title: first(['title']),
    summary: first(SUMMARIES),
    tags: [...new Set(all.flatMap((one) => TAGS.flatMap((name) => namesOf(one[name]))))],
    cover: first(COVERS),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Hugo writes a cover as `{ image: … }`. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (!isFields(value)) return '';
  return textOf(value['image'] ?? value['src'] ?? value['url']);
}

/** A list, a list of lists, or one text: Jekyll separates by spaces, others by commas. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesInList);
  if (typeof value !== 'string') return [];
  const separator = /[,，、;；]/.test(value) ? /[,，、;；]/ : /\s+/;
  return value
    .split(separator)
    .map((name) => name.trim())
    .filter(Boolean);
}

function namesInList(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesInList);
  return typeof value === 'string' || typeof value === 'number' ? [String(value).trim()] : [];
}

/** Front matter that every program reads: JSON texts are valid YAML. */
export function writeFrontMatter({ title, summary, tags, cover }: FrontMatter): string {
  const lines = [
    `title: ${JSON.stringify(title)}`,
    ...(summary ? [`summary: ${JSON.stringify(summary)}`] : []),
    ...(tags.length > 0 ? [`tags: [${tags.map((tag) => JSON.stringify(tag)).join(', ')}]`] : []),
    ...(cover ? [`cover: ${JSON.stringify(cover)}`] : []),
  ];
  return `---\n${lines.join('\n')}\n---\n\n`;
}
