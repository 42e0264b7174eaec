import { type ComponentType, h } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';

type IslandProps<P extends object> = {
  name: string;
  of: ComponentType<P>;
  props: P;
  class?: string;
};

/**
 * A component that the server renders and the browser hydrates under the same name (`ui/client/islands.ts`). Its
 * props are sent as JSON in an attribute, so they must be plain data. The attribute is in single quotes: JSON is
 * full of double quotes, and escaping them would double its length and take several times as long.
 */
export function Island<P extends object>({ name, of, props, class: className }: IslandProps<P>) {
  const classAttribute = className ? ` class="${className}"` : '';
  const open = `<div${classAttribute} data-island="${name}" data-props='${serialize(props)}'>`;
  return jsxTemplate([open, '</div>'], h(of, props));
}

/** The JSON of the translations for an attribute, which are the same objects for every reader. */
const sections = new WeakMap<object, string>();

function serialize({ words, ...rest }: { words?: object }): string {
  const own = escapeAttribute(JSON.stringify(rest));
  if (!words) return own;
  let section = sections.get(words);
  if (section === undefined) {
    section = escapeAttribute(`"words":${JSON.stringify(words)}`);
    sections.set(words, section);
  }
  return own === '{}' ? `{${section}}` : `{${section},${own.slice(1)}`;
}

const REFERENCES: Record<string, string> = { '&': '&amp;', "'": '&#39;', '<': '&lt;' };

function escapeAttribute(text: string): string {
  return text.replace(/[&'<]/g, (character) => REFERENCES[character] ?? '');
}
