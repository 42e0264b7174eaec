import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { renderMarkdown } from '../../platform/markdown/render.ts';
import { type DemoMember, type DemoPost, MemberSchema, PostSchema } from '../schema.ts';
import { parseFrontMatter } from './front-matter.ts';

const MEMBER_FILE = 'member.md';
/** Listed after everybody else, in this order. The order of members decides how the random numbers fall. */
const LAST = [
  'maodou',
  'kankan',
  'quiet',
  'jingzi',
  'xinlai',
  'qianzhang',
  'dazhe',
  'guoke',
  'newcomer',
];

/** Reads `demo/`: one folder per member, with `member.md` and one file per post. */
export function readMembers(directory: string): DemoMember[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readMember(directory, name))
    .toSorted(compareMembers);
}

function readMember(directory: string, key: string): DemoMember {
  const { fields } = read(directory, MemberSchema, `${key}/${MEMBER_FILE}`);
  const posts = readdirSync(join(directory, key))
    .filter((file) => file.endsWith('.md') && file !== MEMBER_FILE)
    .toSorted()
    .map((file) => readPost(directory, `${key}/${file}`));
  return { key, ...fields, posts };
}

function readPost(directory: string, file: string): DemoPost {
  const { fields, markdown } = read(directory, PostSchema, file);
  const { comments = [], ...rest } = fields;
  return { ...rest, body: renderMarkdown(markdown), comments };
}

function read<Schema extends TSchema>(
  directory: string,
  schema: Schema,
  file: string,
): { fields: Static<Schema>; markdown: string } {
  return parseFrontMatter(schema, readFileSync(join(directory, file), 'utf8'), `demo/${file}`);
}

function compareMembers(a: DemoMember, b: DemoMember): number {
  return LAST.indexOf(a.key) - LAST.indexOf(b.key) || (a.key < b.key ? -1 : 1);
}
