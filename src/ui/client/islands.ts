import { type ComponentType, h, hydrate } from 'preact';

type AnyComponent = ComponentType<never>;

/** Hydrates the islands of a page (`ui/island.tsx`). */
export function mountIslands(components: Record<string, AnyComponent>): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const component = components[element.dataset['island'] ?? ''];
    if (!component || element.dataset['alive']) continue;
    element.dataset['alive'] = 'true';
    hydrate(h(component, JSON.parse(element.dataset['props'] ?? '{}') as never), element);
  }
}
