/** Values that depend on the shop's country and not on the language. */
export interface Place {
  /** The format of a price; # stands for a multiple of `priceStep`. */
  readonly price: string;
  readonly priceStep: number;
  readonly cities: readonly string[];
  readonly couriers: readonly string[];
}

const PLACES: Readonly<Record<string, Place>> = {
  SG: {
    price: 'S$#',
    priceStep: 1,
    cities: ['Jurong East', 'Tampines', 'Woodlands', 'Bedok', 'Punggol'],
    couriers: ['Ninja Van', 'SPX Express', 'J&T Express'],
  },
  MY: {
    price: 'RM#',
    priceStep: 2,
    cities: ['Petaling Jaya', 'Johor Bahru', 'Ipoh', 'Kuching', 'Kota Kinabalu'],
    couriers: ['J&T Express', 'SPX Express', 'Pos Laju'],
  },
  TH: {
    price: '฿#',
    priceStep: 15,
    cities: ['เชียงใหม่', 'ขอนแก่น', 'ภูเก็ต', 'นนทบุรี', 'ชลบุรี', 'หาดใหญ่'],
    couriers: ['Flash Express', 'J&T Express', 'Kerry'],
  },
  BR: {
    price: 'R$ #',
    priceStep: 3,
    cities: ['São Paulo', 'Curitiba', 'Recife', 'Belo Horizonte', 'Fortaleza'],
    couriers: ['Correios', 'Loggi', 'Jadlog'],
  },
  TW: {
    price: 'NT$#',
    priceStep: 20,
    cities: ['台中', '高雄', '新竹', '台南', '花蓮', '板橋'],
    couriers: ['黑貓宅急便', '店到店', '新竹物流'],
  },
  VN: {
    price: '#.000đ',
    priceStep: 9,
    cities: ['Đà Nẵng', 'Hải Phòng', 'Cần Thơ', 'Biên Hòa', 'Huế'],
    couriers: ['GHN', 'SPX Express', 'J&T Express'],
  },
  ID: {
    price: 'Rp#.000',
    priceStep: 7,
    cities: ['Bandung', 'Surabaya', 'Medan', 'Makassar', 'Yogyakarta'],
    couriers: ['JNE', 'SiCepat', 'J&T Express'],
  },
  PH: {
    price: '₱#',
    priceStep: 25,
    cities: ['Quezon City', 'Cebu City', 'Davao', 'Baguio', 'Iloilo'],
    couriers: ['J&T Express', 'Flash Express', 'LBC'],
  },
  GB: {
    price: '£#',
    priceStep: 1,
    cities: ['Manchester', 'Leeds', 'Bristol', 'Cardiff', 'Glasgow'],
    couriers: ['Royal Mail', 'Evri', 'DPD'],
  },
  MX: {
    price: '$#',
    priceStep: 15,
    cities: ['Guadalajara', 'Monterrey', 'Puebla', 'Mérida', 'Querétaro', 'Tijuana'],
    couriers: ['Estafeta', 'Paquetexpress', 'J&T Express'],
  },
  CL: {
    price: '$#.000',
    priceStep: 1,
    cities: ['Valparaíso', 'Concepción', 'Ñuñoa', 'Antofagasta', 'Temuco'],
    couriers: ['Chilexpress', 'Starken', 'Blue Express'],
  },
  CO: {
    price: '$#.000',
    priceStep: 4,
    cities: ['Medellín', 'Cali', 'Barranquilla', 'Bucaramanga', 'Pereira'],
    couriers: ['Servientrega', 'Coordinadora', 'Interrapidísimo'],
  },
  PL: {
    price: '# zł',
    priceStep: 4,
    cities: ['Kraków', 'Łódź', 'Gdańsk', 'Wrocław', 'Poznań', 'Białystok'],
    couriers: ['InPost', 'DPD', 'Poczta Polska'],
  },
  ES: {
    price: '# €',
    priceStep: 1,
    cities: ['Valencia', 'Sevilla', 'Zaragoza', 'Málaga', 'A Coruña'],
    couriers: ['Correos', 'SEUR', 'MRW'],
  },
  FR: {
    price: '# €',
    priceStep: 1,
    cities: ['Lyon', 'Nantes', 'Saint-Étienne', 'Orléans', 'Besançon'],
    couriers: ['Colissimo', 'Chronopost', 'Mondial Relay'],
  },
};
const ELSEWHERE: Place = { price: '$#', priceStep: 1, cities: ['Springfield'], couriers: ['Express'] };

export const placeOf = (country: string): Place => PLACES[country] ?? ELSEWHERE;
