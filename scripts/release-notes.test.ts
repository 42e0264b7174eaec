import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findNotes } from './release-notes.ts';

const CHANGELOG = `# Changelog

## Unreleased

## 1.2.30

Later.

## 1.2.3 – 2026-11-18

- A change.

### Upgrade notes

Migrate.

## 1.2.2

### Upgrade notes
`;

test('the notes of a version are its section, with or without a date in the heading', () => {
  expect(findNotes(CHANGELOG, '1.2.3')).toBe('- A change.\n\n### Upgrade notes\n\nMigrate.\n');
});

test('a release without notes, or with headings only, fails', () => {
  expect(() => findNotes(CHANGELOG, '1.2')).toThrow('no section "## 1.2"');
  expect(() => findNotes(CHANGELOG, 'Unreleased')).toThrow('is empty');
  expect(() => findNotes(CHANGELOG, '1.2.2')).toThrow('is empty');
});

test('the command prints the notes, or exits with 1 and the reason', () => {
  const script = 'scripts/release-notes.ts';
  const printed = execFileSync(process.execPath, [script, 'Unreleased'], { encoding: 'utf8' });
  expect(printed.length).toBeGreaterThan(500);
  const missing = spawnSync(process.execPath, [script, '0.0.0'], { encoding: 'utf8' });
  expect(missing).toMatchObject({ status: 1, stdout: '' });
  expect(missing.stderr).toContain('CHANGELOG.md has no section "## 0.0.0"');
});
