/** The server, with a mistake in it that happens on a signal. */
import '../../../src/server.ts';

process.once('SIGWINCH', () => {
  void Promise.reject(new Error('a promise nobody waited for'));
});
