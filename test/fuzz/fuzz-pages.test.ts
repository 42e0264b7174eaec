import { fuzzRoutes } from './support/schema-fuzz.ts';

await fuzzRoutes(({ method, url }) => method === 'GET' && !url.startsWith('/api/'));
