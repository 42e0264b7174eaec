import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** `ui/icons.tsx` writes the `<svg>` element itself, so the bundles need only what is inside it. */
export const iconShapes: Plugin = {
  name: 'icon-shapes',
  setup(bundle) {
    bundle.onLoad(
      { filter: /lucide-static[\\/]dist[\\/]esm[\\/]icons[\\/].*\.mjs$/ },
      ({ path }) => {
        const contents = readFileSync(path, 'utf8')
          .replace(/<svg[^>]*>/, '')
          .replace('</svg>', '')
          .replace(/\n\s*/g, '');
        return { contents };
      },
    );
  },
};
