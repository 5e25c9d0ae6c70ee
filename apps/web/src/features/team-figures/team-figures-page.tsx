import { useState } from 'react';
import figuresCss from '../../base/figures/figures.module.css';
import { EVERYTHING, type FigureFilter, FilterBar, filterInput, isByHour } from '../../base/figures/filter-bar.tsx';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { shopName } from '../../base/shops/health.ts';
import { saveSpreadsheet } from '../../base/spreadsheet-file.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { HourChart, TimeChart } from './charts.tsx';
import { exportTeamFigures } from './commands.ts';
import { type Part, partKey, type TeamFigures } from './figures.ts';
import { TEAM_FIGURES } from './look-ups.ts';
import type { TeamFiguresParts } from './parts.ts';
import { ShareTable } from './share-table.tsx';
import { MemberTable, ShopTable } from './tables.tsx';
import { Tiles } from './tiles.tsx';
import { WaitPanel } from './wait-panel.tsx';

/** How fast the buyers of all shops are answered, and by whom. */
export function TeamFiguresPage({ parts }: { readonly parts: TeamFiguresParts }) {
  const { t } = useTranslation('teamFigures');
  return (
    <KeyedPage keys={['order']} title={t('title')} text={t('text')} scrolls>
      <Figures parts={parts} />
    </KeyedPage>
  );
}

function Figures({ parts }: { readonly parts: TeamFiguresParts }) {
  const { t } = useTranslation('teamFigures');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [filter, setFilter] = useState<FigureFilter>({ ...EVERYTHING, period: 'past7days' });
  const look = useLookUp(TEAM_FIGURES, filterInput(filter));
  const figures = look.state === 'found' || look.state === 'stale' ? look.data : null;
  return (
    <>
      <FilterBar filter={filter} onChange={(part) => setFilter({ ...filter, ...part })}>
        <Button
          kind="plain"
          onClick={() => void saveSpreadsheet(exportTeamFigures({ ...filterInput(filter), locale }), common)}
        >
          {t('export')}
        </Button>
      </FilterBar>
      <LookUpProblem look={look} />
      {figures?.isBehind === true && (
        <p className={figuresCss.hint} role="status">
          {t('behind')}
        </p>
      )}
      {figures !== null && <Found key={JSON.stringify(filter)} parts={parts} filter={filter} figures={figures} />}
    </>
  );
}

function Found(props: {
  readonly parts: TeamFiguresParts;
  readonly filter: FigureFilter;
  readonly figures: TeamFigures;
}) {
  const { parts, filter, figures } = props;
  const { t } = useTranslation('teamFigures');
  const [part, setPart] = useState<Part | null>(null);
  const toggle = (next: Part) => setPart(partKey(next) === partKey(part) ? null : next);
  const { now } = figures.total;
  if (now.waits === 0 && now.received === 0 && now.sent === 0) {
    return <Empty icon="chat" title={t('empty.title')} text={t('empty.text')} />;
  }
  return (
    <div className={figuresCss.halves}>
      <div className={figuresCss.figures}>
        <Tiles figures={figures} onOpen={() => toggle({ of: 'all', name: t('part.all') })} />
        <div className={figuresCss.beside}>
          <TimeChart figures={figures} isByHour={isByHour(filter.period)} onPick={toggle} />
          <HourChart figures={figures} onPick={toggle} />
        </div>
        <ShareTable
          openKey={part?.of === 'shop' ? part.shopId : null}
          onOpen={(shop) => toggle({ of: 'shop', shopId: shop.shopId, name: shopName(shop) })}
        />
        <MemberTable figures={figures} openKey={partKey(part)} onOpen={toggle} />
        <ShopTable figures={figures} openKey={partKey(part)} onOpen={toggle} />
        <p className={figuresCss.hint}>
          {t('note', {
            from: fullTime(figures.beforeFrom).slice(0, 16),
            to: fullTime(figures.beforeTo).slice(0, 16),
          })}
        </p>
      </div>
      {part !== null && (
        <WaitPanel key={partKey(part)} parts={parts} part={part} filter={filter} onClose={() => setPart(null)} />
      )}
    </div>
  );
}
