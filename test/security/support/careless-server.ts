/** The server, with a bug that a signal triggers. */
import '../../../src/server.ts';

process.once('SIGWINCH', () => {
  void Promise.reject(new Error('an unhandled promise'));
});
