import type { TradeWords } from './types.ts';

export const polish: TradeWords = {
  editions: ['nowa kolekcja', 'pudełko prezentowe', 'na podróż', 'rozmiar rodzinny', 'od ręki'],
  percentVoucher: '{percent}% rabatu w całym sklepie',
  amountVoucher: '{amount} rabatu',
  praise: ['Dokładnie jak na zdjęciach.', 'Szybka wysyłka, dobrze zapakowane.', 'Kupuję tu drugi raz.', 'Warto!'],
  complaints: ['Karton był wgnieciony.', 'Mniejsze, niż myślałam.', 'Szło dwa tygodnie.'],
  ratingReply: 'Dziękujemy za opinię! Zapraszamy ponownie.',
  sellerNotes: ['Prezent: bez paragonu', 'Dzwoniono, zostawić u sąsiada', 'Sprawdzić kolor przed pakowaniem'],
  tracking: ['Zamówienie przyjęte', 'Paczka odebrana', 'W sortowni', 'Wydana do doręczenia', 'Doręczona'],
  cancelAsked: ['Wniosek o anulowanie', 'Kupujący prosi o anulowanie zamówienia {order}.'],
  notices: {
    order: [
      ['Nowe zamówienie', 'Zamówienie {order} czeka na wysyłkę.'],
      ['Wniosek o zwrot', 'Kupujący zamówienia {order} prosi o zwrot pieniędzy.'],
    ],
    product: [
      ['Mało sztuk', 'Kończy się: {product}.'],
      ['Oferta zatwierdzona', 'Już w sprzedaży: {product}.'],
    ],
    finance: [['Środki wypłacone', 'Kwota za {order} jest na Twoim saldzie.']],
    marketing: [
      ['Kupon wkrótce wygaśnie', 'Jeden z Twoich kuponów wygaśnie za 24 godziny.'],
      ['Dołącz do kampanii', 'Zgłoś produkty do piątku.'],
    ],
    system: [['Przesyłki w święta', 'W święta kurierzy odbierają paczki później.']],
    violation: [['Naruszenie zasad', '{product}: oferta narusza zasady, naliczono punkty karne.']],
    listing_ban: [['Produkt zablokowany', '{product}: oferta została zdjęta.']],
    failed_delivery: [['Nieudane doręczenie', 'Paczki z zamówienia {order} nie udało się doręczyć.']],
  },
  quickReplies: [
    ['Powitania', 'Dzień dobry! W czym możemy pomóc?', 'Dziękujemy za odwiedziny.'],
    ['Dostawa', 'Wysyłamy w ciągu 24 godzin.', 'Paczka jest w drodze.', 'Dostawa trwa od 3 do 5 dni.'],
    ['Po sprzedaży', 'Prosimy o zdjęcie produktu.', 'Zwrot pieniędzy został zatwierdzony.'],
  ],
};
