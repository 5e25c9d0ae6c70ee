import { withTexts } from '../../../base/lazy-screen.tsx';
import { needCardsTexts } from '../cards/need-texts.ts';
import { needPickersTexts } from './need-texts.ts';
import { PickerDialog } from './picker-dialog.tsx';

/** The pickers, with the texts of theirs and of the cards. */
export const loadPicker = () =>
  withTexts(
    () => Promise.all([needPickersTexts(), needCardsTexts()]),
    async () => PickerDialog,
  );
