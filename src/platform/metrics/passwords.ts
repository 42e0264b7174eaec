import { Gauge, type Registry } from 'prom-client';
import type { PasswordHasher } from '../passwords.ts';

/** Wraps the hasher to count running and queued work. */
export function measurePasswords(registry: Registry, passwords: PasswordHasher): PasswordHasher {
  const inFlight = new Gauge({
    name: 'lamplight_password_hashes_in_flight',
    help: 'Password hashes and comparisons, running or queued',
    registers: [registry],
  });
  const counting = async <T>(work: Promise<T>): Promise<T> => {
    inFlight.inc();
    try {
      return await work;
    } finally {
      inFlight.dec();
    }
  };
  return {
    ...passwords,
    hash: (password) => counting(passwords.hash(password)),
    matches: (password, stored) => counting(passwords.matches(password, stored)),
  };
}
