import { mountIslands } from '../../ui/client/islands.ts';
import { LineChart } from '../chart/line-chart.tsx';
import { showLocalDrafts } from './local-drafts.ts';

/** Charts that answer to the pointer and the keys, and drafts of this device. */
mountIslands({ 'line-chart': LineChart });
void showLocalDrafts();
