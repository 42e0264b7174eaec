import { Argument, InvalidArgumentError } from 'commander';

export function createUserArgument(): Argument {
  return new Argument('<user>', 'uid or e-mail address').argParser((text) => {
    if (/^[1-9]\d{0,14}$/.test(text) || text.includes('@')) return text;
    throw new InvalidArgumentError('It is neither a uid nor an e-mail address.');
  });
}
