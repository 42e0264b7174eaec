/** `npm run load`: finds out how much the site can do, and what it does when it is asked for more. */
import { main } from '../rigs/load/main.ts';

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
