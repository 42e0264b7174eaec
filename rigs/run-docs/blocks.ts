import { execFileSync } from 'node:child_process';

/** Documents whose commands must run as written. */
export const DOCUMENTS = [
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  'docs/operations.md',
  'docs/api.md',
  'deploy/README.md',
];

export type Block = {
  /** The line of the fence, from 1. */
  line: number;
  /** The first word after the fence: `sh`, `json`, … or empty. */
  language: string;
  /** The rest of the line: `not-run <reason>`, or nothing. */
  remark: string;
  text: string;
};

/** Every fenced block of a document, in order. */
export function listBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { block: Block; fence: string; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', fence = '', info = ''] = /^( *)(`{3,})(.*)$/.exec(line) ?? [];
    if (!open && fence) {
      const [language = '', ...remark] = info.trim().split(/\s+/);
      const block = { line: index + 1, language, remark: remark.join(' '), text: '' };
      open = { block, fence: indent + fence, lines: [] };
    } else if (open && line.trimEnd() === open.fence) {
      const margin = open.fence.length - open.fence.trimStart().length;
      blocks.push({ ...open.block, text: open.lines.map((one) => one.slice(margin)).join('\n') });
      open = undefined;
    } else open?.lines.push(line);
  }
  if (open) throw new Error(`the block in line ${open.block.line} does not end`);
  return blocks;
}

/** The reason in the fence not to run a block. */
export function reasonNotToRun(block: Block): string | undefined {
  return /^not-run\s+(\S.*)$/.exec(block.remark)?.[1];
}

/** Splits into whole commands: a loop, a continued line or a here-document is one. Comments are skipped. */
export function splitCommands(text: string): string[] {
  const commands: string[] = [];
  let pending: string[] = [];
  for (const line of text.split('\n')) {
    if (pending.length === 0 && /^\s*(#|$)/.test(line)) continue;
    pending.push(line);
    if (!isWhole(pending.join('\n'))) continue;
    commands.push(pending.join('\n'));
    pending = [];
  }
  if (pending.length > 0) throw new Error(`a command that does not end: ${pending.join('\n')}`);
  return commands;
}

function isWhole(command: string): boolean {
  if (command.endsWith('\\')) return false;
  try {
    // Bash only warns about an unterminated here-document.
    execFileSync('bash', ['-c', 'test -z "$(bash -n 2>&1)"'], { input: command, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
