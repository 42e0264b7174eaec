import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packagePath, RUNS_FROM_SOURCES, sourcePath } from '../paths.ts';
import type { DemoMember } from './schema.ts';

/** The file that the build writes beside its code. */
export const COMPILED_MEMBERS = 'demo/members.json';

type MarkdownReader = typeof import('./markdown/read-members.ts');

/**
 * The members in `demo/` with their posts. A checkout parses the Markdown. The build has parsed it into one JSON
 * file, so a deployed site needs no Markdown parser.
 */
export async function loadMembers(): Promise<DemoMember[]> {
  if (!RUNS_FROM_SOURCES)
    return JSON.parse(await readFile(sourcePath(COMPILED_MEMBERS), 'utf8')) as DemoMember[];
  // As an address, not a literal: esbuild would bundle the parser.
  const { href } = sourcePath('demo/markdown/read-members.ts');
  const { readMembers } = (await import(href)) as MarkdownReader;
  return readMembers(fileURLToPath(packagePath('demo')));
}
