/** The names that are not just the capitalized token. */
const NAMES: Record<string, string> = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  'c++': 'C++',
  cs: 'C#',
  csharp: 'C#',
  'c#': 'C#',
  css: 'CSS',
  html: 'HTML',
  ini: 'INI',
  js: 'JavaScript',
  javascript: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  kt: 'Kotlin',
  latex: 'LaTeX',
  md: 'Markdown',
  objectivec: 'Objective-C',
  php: 'PHP',
  plaintext: 'Text',
  py: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  scss: 'SCSS',
  sh: 'Shell',
  sql: 'SQL',
  text: 'Text',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TSX',
  typescript: 'TypeScript',
  vbnet: 'VB.NET',
  wasm: 'WebAssembly',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
};

/** The display name of a `language-…` token. */
export function languageName(token: string): string {
  const known = token.toLowerCase();
  if (Object.hasOwn(NAMES, known)) return NAMES[known] ?? token;
  return token.charAt(0).toUpperCase() + token.slice(1);
}
