import { type ComponentType, h } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';

type IslandProps<P extends object> = {
  name: string;
  of: ComponentType<P>;
  props: P;
  /** Those that are the same objects for many readers: their JSON is stored. */
  shared?: readonly string[];
  class?: string;
};

/** The translations: of the same objects for every reader. */
const WORDS = ['words'];

/**
 * A component that the server renders and the browser hydrates under the same name (`ui/client/islands.ts`). Its
 * props are sent as JSON in an attribute, so they must be plain data. The attribute is in single quotes: JSON is
 * full of double quotes, and escaping them would double its length and take several times as long.
 */
export function Island<P extends object>({
  name,
  of,
  props,
  shared = WORDS,
  class: className,
}: IslandProps<P>) {
  const classAttribute = className ? ` class="${className}"` : '';
  const open = `<div${classAttribute} data-island="${name}" data-props='${serialize(props, shared)}'>`;
  return jsxTemplate([open, '</div>'], h(of, props));
}

/** The JSON of shared props for an attribute. */
const stored = new WeakMap<object, string>();

/** Concatenated, because `join` would copy the long JSON of shared props for every page. */
function serialize(props: object, shared: readonly string[]): string {
  let json = '';
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined) continue;
    json += `${json && ','}"${name}":${shared.includes(name) ? once(value) : escapedJson(value)}`;
  }
  return `{${json}}`;
}

function once(value: object): string {
  const json = stored.get(value) ?? escapedJson(value);
  stored.set(value, json);
  return json;
}

function escapedJson(value: unknown): string {
  return escapeAttribute(JSON.stringify(value));
}

const REFERENCES: Record<string, string> = { '&': '&amp;', "'": '&#39;', '<': '&lt;' };

function escapeAttribute(text: string): string {
  return text.replace(/[&'<]/g, (character) => REFERENCES[character] ?? '');
}
