import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { ImportError } from '../records.ts';
import { XML_DEPTH_MAX, XML_FIELD_MAX, XML_ITEM_MAX } from '../rules.ts';

export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
};

/** Not allowed in XML, and common in texts that were once pasted. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * The children of `rss > channel`, one after the other: a file of any size needs the memory of its largest child. An
 * entity that XML does not know stays as it is written; a file that declares entities is refused.
 */
export async function* readChannel(path: string): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ position: true });
  const open: XmlElement[] = [];
  let ready: XmlElement[] = [];
  let depth = 0;
  let size = 0;
  let pending = 0;

  const grow = (length: number) => {
    size += length;
    if (size > XML_ITEM_MAX) fail('an item is too large');
  };
  const fail = (reason: string): never => {
    throw new ImportError(`${path}, line ${parser.line}: ${reason}.`);
  };
  parser.on('error', ({ message }) => {
    if (!/undefined entity|entity contains invalid|disallowed character/.test(message))
      fail(`not an export of WordPress (${message.replace(/^[\d:. ]+/, '')})`);
  });
  parser.on('doctype', () => fail('a DOCTYPE, which no export of WordPress has'));
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    depth += 1;
    if (depth === 1 && name !== 'rss') fail('not an export of WordPress');
    // rss, channel
    if (depth <= 2) return;
    if (open.length === XML_DEPTH_MAX) fail('nested too deeply');
    const element = {
      name,
      attributes: attributes as Record<string, string>,
      text: '',
      children: [],
    };
    grow(name.length + JSON.stringify(attributes).length);
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    pending = 0;
    const element = open.at(-1);
    if (!element) return;
    grow(text.length);
    if (element.text.length + text.length > XML_FIELD_MAX) fail('a field is too large');
    element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    pending = 0;
    depth -= 1;
    const element = open.pop();
    if (!element || open.length > 0) return;
    ready.push(element);
    size = 0;
  });

  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const text = String(chunk).replace(NOT_XML, '');
    // The parser collects a text until it ends.
    pending += text.length;
    parser.write(text);
    if (pending > XML_FIELD_MAX) fail('a field is too large');
    const elements = ready;
    ready = [];
    yield* elements;
  }
  parser.close();
  yield* ready;
}

export function textIn({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}

export function allIn({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}
