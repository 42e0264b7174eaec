import { type ComponentType, h } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';

type IslandProps<P extends object> = {
  name: string;
  of: ComponentType<P>;
  props: P;
  class?: string;
};

/**
 * A component that is drawn here and lives on in the browser under the same name (`ui/client/islands.ts`). Its
 * properties travel as JSON in an attribute, where nothing can break out of them, so they must be plain data. JSON
 * is full of double quotes: between single ones it stays half as long, and is written in a fraction of the time.
 */
export function Island<P extends object>({ name, of, props, class: className }: IslandProps<P>) {
  const look = className ? ` class="${className}"` : '';
  const open = `<div${look} data-island="${name}" data-props='${inQuotes(jsonOf(props))}'>`;
  return jsxTemplate([open, '</div>'], h(of, props));
}

/** The words of a section are the same for everybody. */
const sections = new WeakMap<object, string>();

function jsonOf({ words, ...facts }: { words?: object }): string {
  if (!words) return JSON.stringify(facts);
  let section = sections.get(words);
  if (section === undefined) {
    section = `"words":${JSON.stringify(words)}`;
    sections.set(words, section);
  }
  return Object.keys(facts).length > 0
    ? `{${section},${JSON.stringify(facts).slice(1)}`
    : `{${section}}`;
}

const REFERENCES: Record<string, string> = { '&': '&amp;', "'": '&#39;', '<': '&lt;' };

function inQuotes(text: string): string {
  return text.replace(/[&'<]/g, (character) => REFERENCES[character] ?? '');
}
