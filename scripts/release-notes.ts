/** Prints the notes of a version from CHANGELOG.md: `node scripts/release-notes.ts 1.2.3`. Fails where they are missing or empty. */
import { readFileSync } from 'node:fs';

/** The section below `## <version>`, up to the next of its level. */
export function findNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  // `## 1.2.3 – 2026-11-18`: a date may follow, but 1.2.3 is not 1.2.30.
  const section = sections.find((text) => /^\S+/.exec(text)?.[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const notes = section.split('\n').slice(1).join('\n').trim();
  if (!notes.replaceAll(/^#.*$/gm, '').trim())
    throw new Error(`the section "## ${version}" of CHANGELOG.md is empty`);
  return `${notes}\n`;
}

if (import.meta.main) {
  try {
    const [version = ''] = process.argv.slice(2);
    process.stdout.write(findNotes(readFileSync('CHANGELOG.md', 'utf8'), version));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
