/**
 * Each line that is surely Markdown, and what it counts. Ordinary prose with a `*`, a `#` or a `1.` must not be
 * converted: an author who loses a character trusts no paste any more.
 */
const SURE = 2;
const SIGNS: readonly { pattern: RegExp; weight: number }[] = [
  // Front matter, fences, tables and formulas are never prose.
  { pattern: /^(?:```|~~~)[\w+#{. -]*$[\s\S]*?^(?:```|~~~)[ \t]*$/m, weight: SURE },
  {
    pattern: /^\|?.+\|.+\n[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)+\|?[ \t]*$/m,
    weight: SURE,
  },
  { pattern: /^[ \t]*[-*+] \[[ xX]\] \S/m, weight: SURE },
  { pattern: /^\$\$[^$]+\$\$[ \t]*$/m, weight: SURE },
  { pattern: /!\[[^\]\n]*\]\([^\s()]+(?: "[^"\n]*")?\)/, weight: SURE },
  { pattern: /^\[\^[\w-]+\]:\s+\S/m, weight: SURE },
  {
    pattern: /\[[^\][\n]+\]\((?:https?:|mailto:|\/|#|\.)[^\s()]*(?:\([^\s()]*\))?[^\s()]*\)/,
    weight: SURE,
  },
  { pattern: /^#{2,6} \S.*$/m, weight: SURE },
  // `# ` alone may be a comment of a shell script, or a tag.
  { pattern: /^# \S.*\n(?:[ \t]*\n|$)/m, weight: 1 },
  { pattern: /(?<![*\w])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?!\*)/, weight: 1 },
  { pattern: /(?<!~)~~[^\s~](?:[^~\n]*[^\s~])?~~(?!~)/, weight: 1 },
  { pattern: /(?<!`)`[^`\n]+`(?!`)/, weight: 1 },
  { pattern: /^> \S/m, weight: 1 },
  { pattern: /^(?:- |\* |\+ )\S.*\n(?:[ \t]*\n)?[ \t]*(?:- |\* |\+ )\S/m, weight: 1 },
  { pattern: /^1\. \S.*\n(?:[ \t]+.*\n|[ \t]*\n)*2\. \S/m, weight: 1 },
  { pattern: /^(?:-{3,}|\*{3,})[ \t]*$/m, weight: 1 },
];

/** Texts that are code as a whole: a shell script has `#` lines, a program has `*` and backquotes. */
const CODE =
  /^(?:#!|<\?|<!doctype|\{\s*"|import |from \w+ import|package |#include|using |const |let |var |function |def |class |public )/i;

/** The longest text that is looked at; the signs are found at its start, or nowhere. */
const EXAMINED = 20_000;

export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, EXAMINED).replace(/\r\n?/g, '\n').trim();
  if (
    /^(?:---|\+\+\+)\n(?:[\w-]+\s*[:=].*\n[\s\S]*?)?^(?:---|\+\+\+)[ \t]*$/m.test(start) &&
    /^[-+]{3}\n[\w-]+\s*[:=]/.test(start)
  )
    return true;
  if (CODE.test(start)) return false;
  let weight = 0;
  for (const sign of SIGNS) {
    if (sign.pattern.test(start)) weight += sign.weight;
    if (weight >= SURE) return true;
  }
  return false;
}
