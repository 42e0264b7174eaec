/** `npm run chaos`: does harm to a site under load, and checks that nothing was lost. */
import { main } from '../rigs/chaos/main.ts';

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
