// A worker serves no site; its health check is on the metrics port.
const { ROLE, PORT = '3000', METRICS_PORT = '9464' } = process.env;
const url =
  ROLE === 'worker'
    ? `http://127.0.0.1:${METRICS_PORT}/healthz`
    : `http://127.0.0.1:${PORT}/readyz`;
const response = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
