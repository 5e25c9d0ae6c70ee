import { useEffect, useId, useMemo, useRef } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import figuresCss from '../../base/figures/figures.module.css';
import { type FigureFilter, filterInput } from '../../base/figures/filter-bar.tsx';
import { useTook } from '../../base/figures/took.ts';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import page from '../../ui/list-page.module.css';
import { useReturnFocus } from '../../ui/use-modal.ts';
import { type Part, partInput, type Wait } from './figures.ts';
import { TEAM_WAITS } from './look-ups.ts';
import type { TeamFiguresParts } from './parts.ts';
import styles from './wait-panel.module.css';

const PAGE_SIZE = 50;

/** The conversations behind a figure, beside the tables. Escape closes it, and the focus returns. */
export function WaitPanel(props: {
  readonly parts: TeamFiguresParts;
  readonly part: Part;
  readonly filter: FigureFilter;
  readonly onClose: () => void;
}) {
  const { parts, part, filter, onClose } = props;
  const { t } = useTranslation('teamFigures');
  const { t: common } = useTranslation('common');
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  useReturnFocus();
  useEffect(() => head.current?.focus(), []);
  const { look, isMoreComing, more } = useLookUpPages({
    lookUp: TEAM_WAITS,
    inputOf: (cursor) => ({
      ...filterInput(filter),
      ...partInput(part),
      pageSize: PAGE_SIZE,
      ...(cursor === null ? {} : { cursor }),
    }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const pages = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const waits = useMemo(() => pages?.flatMap((one) => one.waits) ?? [], [pages]);
  return (
    <section
      className={`${figuresCss.panel} ${styles.panel}`}
      aria-labelledby={id}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header className={figuresCss.panelHead}>
        <h2 id={id} ref={head} tabIndex={-1}>
          {t('panel.title', { name: part.name })}
        </h2>
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </header>
      <p className={figuresCss.hint}>{t('panel.order')}</p>
      <LookUpProblem look={look} />
      {pages !== null && waits.length === 0 && <p className={figuresCss.hint}>{t('panel.none')}</p>}
      <ul className={styles.waits} aria-label={t('panel.list')}>
        {waits.map((wait) => (
          <WaitRow key={wait.waitId} wait={wait} openConversation={parts.openConversation} />
        ))}
      </ul>
      {more !== null && (
        <button type="button" className={page.more} disabled={isMoreComing} onClick={more}>
          {t('panel.more')}
        </button>
      )}
    </section>
  );
}

function WaitRow({ wait, openConversation }: { readonly wait: Wait } & TeamFiguresParts) {
  const { t } = useTranslation('teamFigures');
  const took = useTook();
  const mayChat = useMay(['chat']);
  const shop = useDeskState(({ shops }) => shops.get(wait.shopId));
  const { answeredAt, askedAt, answeredByName, buyerName } = wait;
  return (
    <li>
      <button
        type="button"
        className={styles.wait}
        disabled={!mayChat}
        onClick={() => openConversation(wait.conversationId, wait)}
      >
        <strong>{buyerName}</strong>
        <span className={answeredAt === null ? styles.open : 'numbers'}>
          {answeredAt === null ? t('panel.open') : took(answeredAt - askedAt)}
        </span>
        <span className={figuresCss.hint}>
          {shop === undefined ? t('table.shopGone') : shopName(shop)}
          {answeredByName !== null && ` · ${answeredByName}`}
        </span>
        <time className={figuresCss.hint} dateTime={new Date(askedAt).toISOString()}>
          {fullTime(askedAt).slice(0, 16)}
        </time>
      </button>
    </li>
  );
}
