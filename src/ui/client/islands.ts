import { type ComponentType, h, hydrate } from 'preact';

type AnyComponent = ComponentType<never>;

/** Brings the components of a page to life, each where the server drew it (`ui/island.tsx`). */
export function mountIslands(components: Record<string, AnyComponent>): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const component = components[place.dataset['island'] ?? ''];
    if (!component || place.dataset['alive']) continue;
    place.dataset['alive'] = 'true';
    hydrate(h(component, JSON.parse(place.dataset['props'] ?? '{}') as never), place);
  }
}
