import type { CALLS } from '@pasar/api';
import { type HandlersOf, reading } from '../handler.ts';
import { exportTeamFigures } from './export.ts';
import { teamFigures } from './figures.ts';
import { responseShares, shopResponseShare } from './shares.ts';
import { teamWaits } from './waits.ts';

export const TEAM_FIGURES_HANDLERS: HandlersOf<typeof CALLS.teamFigures> = {
  teamFigures: reading(teamFigures),
  teamWaits: reading(teamWaits),
  responseShares: reading(responseShares),
  shopResponseShare: reading(shopResponseShare),
  exportTeamFigures: reading(exportTeamFigures),
};
