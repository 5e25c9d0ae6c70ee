import type { TradeWords } from './types.ts';

export const malay: TradeWords = {
  editions: ['edisi baharu', 'kotak hadiah', 'untuk melancong', 'saiz keluarga', 'stok sedia ada'],
  percentVoucher: 'Diskaun {percent}% seluruh kedai',
  amountVoucher: 'Potongan {amount}',
  praise: ['Sama macam gambar.', 'Penghantaran laju, bungkusan kemas.', 'Kali kedua beli di sini.', 'Berbaloi!'],
  complaints: ['Kotak kemek sedikit.', 'Lebih kecil daripada sangkaan.', 'Dua minggu baru sampai.'],
  ratingReply: 'Terima kasih atas ulasan anda! Jumpa lagi.',
  sellerNotes: ['Hadiah: jangan letak resit', 'Dah telefon, beri pada jiran', 'Semak warna dahulu'],
  tracking: [
    'Pesanan diterima',
    'Bungkusan diambil',
    'Di pusat isihan',
    'Keluar untuk penghantaran',
    'Berjaya dihantar',
  ],
  cancelAsked: ['Permintaan pembatalan', 'Pembeli {order} meminta pembatalan.'],
  notices: {
    order: [
      ['Pesanan baharu', 'Pesanan {order} menunggu penghantaran.'],
      ['Permintaan pulangan', 'Pembeli {order} meminta bayaran balik.'],
    ],
    product: [
      ['Stok rendah', '{product} hampir habis.'],
      ['Produk diluluskan', '{product} sudah dipaparkan.'],
    ],
    finance: [['Pendapatan dilepaskan', 'Pendapatan {order} telah masuk ke baki anda.']],
    marketing: [
      ['Baucar hampir tamat', 'Satu baucar anda tamat dalam 24 jam.'],
      ['Sertai kempen', 'Calonkan produk sebelum Jumaat.'],
    ],
    system: [['Logistik musim cuti', 'Kurier mengutip lebih lewat pada musim cuti.']],
    violation: [['Pelanggaran senarai', '{product} melanggar peraturan dan menambah mata penalti.']],
    listing_ban: [['Produk disekat', '{product} telah diturunkan.']],
    failed_delivery: [['Penghantaran gagal', 'Bungkusan {order} tidak dapat dihantar.']],
  },
  quickReplies: [
    ['Salam', 'Hai! Boleh kami bantu?', 'Terima kasih kerana singgah.'],
    ['Penghantaran', 'Kami pos dalam 24 jam.', 'Bungkusan dalam perjalanan.', 'Ambil masa 3 hingga 5 hari.'],
    ['Selepas jualan', 'Sila hantar gambar barang.', 'Bayaran balik telah diluluskan.'],
  ],
};
