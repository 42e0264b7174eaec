/** The site process of `lamplight demo`. Stops when its parent exits or is killed. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await import('../start/serve.ts');

export {};
