import { mountIslands } from '../../ui/client/islands.ts';
import { LineChart } from '../chart/line-chart.tsx';
import { showLocalDrafts } from './show-local-drafts.ts';

/** Interactive charts, and the drafts on this device. */
mountIslands({ 'line-chart': LineChart });
void showLocalDrafts();
