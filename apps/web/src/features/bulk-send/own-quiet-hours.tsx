import type { SendMessageConfigView } from '@pasar/api';
import type { Country } from '@pasar/domain';
import { DayHours } from '../../base/day-hours.tsx';
import { useDeskState } from '../../base/desk.tsx';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import form from '../../ui/form-dialog.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './config-panel.module.css';

type Own = SendMessageConfigView['ownQuiet'];
type Hours = NonNullable<SendMessageConfigView['quiet']>;

/** Every night from 22:00 to 8:00. */
export const FIRST_QUIET: Hours = { from: 1_320, to: 480, days: [0, 1, 2, 3, 4, 5, 6] };

/** The quiet hours of the sites that do not keep the common ones. */
export function OwnQuietHours(props: {
  readonly own: Own;
  readonly isMain: boolean;
  readonly onChange: (own: Own) => void;
}) {
  const { own, isMain, onChange } = props;
  const { t } = useTranslation('bulkSend');
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const countries = new Set([...shops.values()].map(({ country }) => country));
  const others = [...countries].filter((country) => own.every((one) => one.country !== country));
  const change = (country: Country, quiet: Hours | null) =>
    onChange(own.map((one) => (one.country === country ? { country, quiet } : one)));
  if (own.length === 0 && (others.length === 0 || !isMain)) return null;
  return (
    <div className={styles.own}>
      {own.map(({ country, quiet }) => (
        <fieldset key={country} className={styles.site}>
          <legend>{countryName(country)}</legend>
          <div className={styles.siteHead}>
            <label className={form.check}>
              <input
                type="checkbox"
                checked={quiet !== null}
                onChange={({ currentTarget }) => change(country, currentTarget.checked ? FIRST_QUIET : null)}
              />
              {t('config.ownOn')}
            </label>
            {isMain && (
              <IconButton
                icon="close"
                label={t('config.ownRemove', { site: countryName(country) })}
                onClick={() => onChange(own.filter((one) => one.country !== country))}
              />
            )}
          </div>
          {quiet !== null && (
            <DayHours
              hours={quiet}
              labels={{ from: t('config.from'), to: t('config.to') }}
              onChange={(hours) => change(country, hours)}
            />
          )}
        </fieldset>
      ))}
      {isMain && others.length > 0 && (
        <Select
          aria-label={t('config.ownAdd')}
          value=""
          onChange={({ currentTarget }) => {
            const country = others.find((other) => other === currentTarget.value);
            if (country !== undefined) onChange([...own, { country, quiet: FIRST_QUIET }]);
          }}
        >
          <option value="">{t('config.ownAdd')}</option>
          {others.map((country) => (
            <option key={country} value={country}>
              {countryName(country)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
