import type { Config } from '../../config.ts';
import { gitHubProvider } from './github.ts';
import { openIdProvider } from './openid.ts';
import type { Provider } from './provider.ts';

const providers = new WeakMap<Config, Map<string, Provider>>();

/** By id, in the order of the buttons. Nothing is requested before somebody uses one. */
export function providersOf(config: Config): Map<string, Provider> {
  const known = providers.get(config) ?? createProviders(config);
  providers.set(config, known);
  return known;
}

function createProviders(config: Config): Map<string, Provider> {
  const { openid, github } = config.providers;
  const all = [
    ...openid.map((settings) => openIdProvider(settings)),
    ...(github ? [gitHubProvider(github)] : []),
  ];
  return new Map(all.map((provider) => [provider.id, provider]));
}
