/** The site of `lamplight demo`, in a process of its own. Stops when its parent is gone, whichever way that went. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await import('../server.ts');

export {};
