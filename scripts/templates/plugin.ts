import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { compileTemplates, RUNTIME } from './compile.ts';

/** For server builds only; in the browser JSX stays JSX. */
export const compiledTemplates: Plugin = {
  name: 'compiled templates',
  setup(one) {
    const runtime = fileURLToPath(new URL('../../src/ui/template-runtime.ts', import.meta.url));
    one.onResolve({ filter: new RegExp(`^${RUNTIME}$`) }, () => ({ path: runtime }));
    one.onLoad({ filter: /[\\/]src[\\/].*\.tsx$/ }, ({ path }) => {
      const { code, map } = compileTemplates(readFileSync(path, 'utf8'), path);
      const inline = Buffer.from(map).toString('base64');
      return {
        contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`,
        loader: 'tsx',
      };
    });
  },
};
