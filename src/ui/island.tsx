import { type ComponentType, h } from 'preact';

type IslandProps<P extends object> = {
  name: string;
  of: ComponentType<P>;
  props: P;
  class?: string;
};

/**
 * A component that is drawn here and lives on in the browser under the same name (`ui/client/islands.ts`). Its
 * properties travel as JSON in an attribute, where nothing can break out of them, so they must be plain data.
 */
export function Island<P extends object>({ name, of, props, class: className }: IslandProps<P>) {
  return (
    <div class={className} data-island={name} data-props={JSON.stringify(props)}>
      {h(of, props)}
    </div>
  );
}
