/** `npm run bench`: what people do here, beside the bare thing. */
import { main } from '../rigs/bench/main.ts';

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
