import type { TradeWords } from './types.ts';

export const indonesian: TradeWords = {
  editions: ['edisi terbaru', 'kotak hadiah', 'untuk traveling', 'ukuran keluarga', 'ready stock'],
  percentVoucher: 'Diskon {percent}% semua produk',
  amountVoucher: 'Potongan {amount}',
  praise: ['Sesuai gambar.', 'Pengiriman cepat, packing rapi.', 'Sudah dua kali beli di sini.', 'Mantap, harga oke!'],
  complaints: ['Kardusnya penyok.', 'Lebih kecil dari perkiraan.', 'Dua minggu baru sampai.'],
  ratingReply: 'Terima kasih ulasannya, Kak! Ditunggu pesanan berikutnya.',
  sellerNotes: ['Kado: jangan sertakan nota', 'Sudah ditelepon, titip tetangga', 'Cek warna sebelum packing'],
  tracking: ['Pesanan diterima', 'Paket dijemput kurir', 'Di pusat sortir', 'Sedang diantar', 'Sudah diterima'],
  cancelAsked: ['Pengajuan pembatalan', 'Pembeli {order} mengajukan pembatalan.'],
  notices: {
    order: [
      ['Pesanan baru', 'Pesanan {order} menunggu dikirim.'],
      ['Pengajuan retur', 'Pembeli {order} mengajukan pengembalian dana.'],
    ],
    product: [
      ['Stok menipis', '{product} hampir habis.'],
      ['Produk disetujui', '{product} sudah tayang.'],
    ],
    finance: [['Dana dilepas', 'Dana pesanan {order} sudah masuk saldo.']],
    marketing: [
      ['Voucher segera berakhir', 'Satu voucher Anda berakhir dalam 24 jam.'],
      ['Ikut kampanye', 'Daftarkan produk sebelum Jumat.'],
    ],
    system: [['Logistik hari raya', 'Penjemputan kurir lebih lambat saat libur.']],
    violation: [['Pelanggaran produk', '{product} melanggar aturan dan menambah poin penalti.']],
    listing_ban: [['Produk diblokir', '{product} telah diturunkan.']],
    failed_delivery: [['Pengiriman gagal', 'Paket {order} tidak dapat dikirim.']],
  },
  quickReplies: [
    ['Salam', 'Halo Kak, ada yang bisa dibantu?', 'Terima kasih sudah mampir.'],
    ['Pengiriman', 'Kami kirim dalam 24 jam.', 'Paket sedang dalam perjalanan.', 'Estimasi 3 sampai 5 hari.'],
    ['Purna jual', 'Mohon kirim foto barangnya ya Kak.', 'Pengembalian dana sudah kami setujui.'],
  ],
};
