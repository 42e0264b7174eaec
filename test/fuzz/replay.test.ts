import { expect, test } from 'vitest';
import { readCorpus, TARGETS } from '../../rigs/fuzz/read-corpus.ts';

/** Replays the corpus of coverage-guided fuzzing; `npm run rig fuzz` extends it. */
test.each([...TARGETS])(
  'A10, A15, A41, ASVS 1.3.1, 1.3.12 every input of the corpus of %s passes its checks',
  (name, { fuzz, WORDS }) => {
    const corpus = readCorpus(name);
    expect(corpus.length).toBeGreaterThan(0);
    for (const input of [...corpus, ...WORDS.map((word) => Buffer.from(word))]) fuzz(input);
  },
);
