import { isUnsafe } from '../../src/platform/http/csrf.ts';
import { fuzzRoutes } from './support/schema-fuzz.ts';

await fuzzRoutes(({ method, url }) => isUnsafe(method) && url.startsWith('/api/admin/'));
