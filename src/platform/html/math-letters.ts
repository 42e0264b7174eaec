/**
 * The letters of formulas: bold, blackboard, script … Browsers no longer style letters by `mathvariant`; Unicode has a
 * character for each styled letter, in alphabets that begin at these code points.
 */
type Alphabet = { upper?: number; lower?: number; digit?: number; greek?: number };

const ALPHABETS: Record<string, Alphabet> = {
  bold: { upper: 0x1d400, lower: 0x1d41a, digit: 0x1d7ce, greek: 0x1d6a8 },
  italic: { upper: 0x1d434, lower: 0x1d44e, greek: 0x1d6e2 },
  'bold-italic': { upper: 0x1d468, lower: 0x1d482, greek: 0x1d71c },
  script: { upper: 0x1d49c, lower: 0x1d4b6 },
  'bold-script': { upper: 0x1d4d0, lower: 0x1d4ea },
  fraktur: { upper: 0x1d504, lower: 0x1d51e },
  'bold-fraktur': { upper: 0x1d56c, lower: 0x1d586 },
  'double-struck': { upper: 0x1d538, lower: 0x1d552, digit: 0x1d7d8 },
  'sans-serif': { upper: 0x1d5a0, lower: 0x1d5ba, digit: 0x1d7e2 },
  'bold-sans-serif': { upper: 0x1d5d4, lower: 0x1d5ee, digit: 0x1d7ec, greek: 0x1d756 },
  'sans-serif-italic': { upper: 0x1d608, lower: 0x1d622 },
  'sans-serif-bold-italic': { upper: 0x1d63c, lower: 0x1d656, greek: 0x1d790 },
  monospace: { upper: 0x1d670, lower: 0x1d68a, digit: 0x1d7f6 },
};

/** Letters that Unicode had before it had the alphabets. */
const OLDER: Record<string, string> = {
  'italic h': 'ℎ',
  'script B': 'ℬ',
  'script E': 'ℰ',
  'script F': 'ℱ',
  'script H': 'ℋ',
  'script I': 'ℐ',
  'script L': 'ℒ',
  'script M': 'ℳ',
  'script R': 'ℛ',
  'script e': 'ℯ',
  'script g': 'ℊ',
  'script o': 'ℴ',
  'fraktur C': 'ℭ',
  'fraktur H': 'ℌ',
  'fraktur I': 'ℑ',
  'fraktur R': 'ℜ',
  'fraktur Z': 'ℨ',
  'double-struck C': 'ℂ',
  'double-struck H': 'ℍ',
  'double-struck N': 'ℕ',
  'double-struck P': 'ℙ',
  'double-struck Q': 'ℚ',
  'double-struck R': 'ℝ',
  'double-struck Z': 'ℤ',
};

export function styleLetters(text: string, variant: string): string {
  const alphabet = Object.hasOwn(ALPHABETS, variant) ? ALPHABETS[variant] : undefined;
  if (!alphabet) return text;
  return [...text]
    .map((letter) => OLDER[`${variant} ${letter}`] ?? styled(letter, alphabet))
    .join('');
}

function styled(letter: string, { upper, lower, digit, greek }: Alphabet): string {
  const at = (base: number | undefined, first: string) =>
    base === undefined
      ? letter
      : String.fromCodePoint(base + letter.charCodeAt(0) - first.charCodeAt(0));
  if (/^[A-Z]$/.test(letter)) return at(upper, 'A');
  if (/^[a-z]$/.test(letter)) return at(lower, 'a');
  if (/^[0-9]$/.test(letter)) return at(digit, '0');
  if (/^[Α-Ω]$/.test(letter)) return at(greek, 'Α');
  // The small letters follow 26 after the capital ones, with the nabla between.
  if (/^[α-ω]$/.test(letter)) return at(greek === undefined ? greek : greek + 26, 'α');
  return letter;
}
