import figuresCss from '../../base/figures/figures.module.css';
import { Tile, useChangeText } from '../../base/figures/tile.tsx';
import { useTook } from '../../base/figures/took.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { Button } from '../../ui/button.tsx';
import { changeOf, shareOrdered, type TeamFigures } from './figures.ts';

/** The figures of the whole, each with its change against the period before. */
export function Tiles(props: { readonly figures: TeamFigures; readonly onOpen: () => void }) {
  const { total, areOrdersRead } = props.figures;
  const { t } = useTranslation('teamFigures');
  const locale = useLocale();
  const took = useTook();
  const changeText = useChangeText();
  const { now } = total;
  const share = areOrdersRead ? shareOrdered(now) : null;
  const number = (value: number) => numberText(value, locale);
  const open = now.waits - now.answered;
  return (
    <ul className={figuresCss.tiles} aria-label={t('tile.label')}>
      <Tile
        name={t('tile.firstMedian')}
        hint={t('tile.firstMedianHint')}
        value={took(now.firstMedian)}
        change={changeText(changeOf(total, 'firstMedian'))}
      />
      <Tile
        name={t('tile.median')}
        hint={t('tile.medianHint')}
        value={took(now.median)}
        change={changeText(changeOf(total, 'median'))}
      />
      <Tile
        name={t('tile.nineTenths')}
        hint={t('tile.nineTenthsHint')}
        value={took(now.nineTenths)}
        change={changeText(changeOf(total, 'nineTenths'))}
      />
      <Tile
        name={t('tile.conversations')}
        hint={t('tile.conversationsHint')}
        value={number(now.conversations)}
        change={changeText(changeOf(total, 'conversations'))}
      />
      <Tile
        name={t('tile.messages')}
        hint={t('tile.messagesHint')}
        value={`${number(now.received)} / ${number(now.sent)}`}
        change={changeText(changeOf(total, 'received'))}
      />
      <Tile
        name={t('tile.ordered')}
        hint={t('tile.orderedHint')}
        value={share === null ? '–' : `${share}%`}
        change={
          areOrdersRead
            ? t('tile.orderedOf', { ordered: now.orderedBuyers, answered: now.answeredBuyers })
            : t('tile.orderedUnread')
        }
      />
      <li className={figuresCss.tile}>
        <span className={figuresCss.tileName} data-tip={t('tile.openHint')}>
          {t('tile.open')}
        </span>
        <strong className={figuresCss.value}>{number(open)}</strong>
        <span>
          <Button kind="link" onClick={props.onOpen}>
            {t('tile.show')}
          </Button>
        </span>
      </li>
    </ul>
  );
}
