import type { TradeWords } from './types.ts';

export const spanish: TradeWords = {
  editions: ['nueva temporada', 'caja de regalo', 'para viaje', 'tamaño familiar', 'entrega inmediata'],
  percentVoucher: '{percent}% de descuento en toda la tienda',
  amountVoucher: '{amount} de descuento',
  praise: [
    'Igual que en las fotos.',
    'Llegó rápido y bien empacado.',
    'Segunda vez que compro aquí.',
    '¡Vale la pena!',
  ],
  complaints: ['La caja llegó golpeada.', 'Más pequeño de lo que pensaba.', 'Tardó dos semanas en llegar.'],
  ratingReply: '¡Gracias por su opinión! Lo esperamos pronto.',
  sellerNotes: ['Regalo: sin nota de precio', 'Llamado, dejar con el vecino', 'Revisar el color antes de empacar'],
  tracking: ['Pedido aceptado', 'Paquete recolectado', 'En el centro de clasificación', 'En reparto', 'Entregado'],
  cancelAsked: ['Cancelación solicitada', 'El comprador de {order} pide cancelarlo.'],
  notices: {
    order: [
      ['Nuevo pedido', 'El pedido {order} espera su envío.'],
      ['Devolución solicitada', 'El comprador de {order} pide un reembolso.'],
    ],
    product: [
      ['Poca existencia', '{product} está por agotarse.'],
      ['Producto aprobado', '{product} ya está publicado.'],
    ],
    finance: [['Pago liberado', 'El importe de {order} está en su saldo.']],
    marketing: [
      ['Cupón por vencer', 'Uno de sus cupones vence en 24 horas.'],
      ['Participe en la campaña', 'Proponga productos antes del viernes.'],
    ],
    system: [['Logística en días festivos', 'Las recolecciones se retrasan en los días festivos.']],
    violation: [['Infracción de publicación', '{product} incumple una norma y suma puntos de penalización.']],
    listing_ban: [['Producto bloqueado', '{product} fue retirado de la tienda.']],
    failed_delivery: [['Entrega fallida', 'El paquete de {order} no se pudo entregar.']],
  },
  quickReplies: [
    ['Saludos', '¡Hola! ¿En qué podemos ayudar?', 'Gracias por su visita.'],
    ['Envío', 'Enviamos en 24 horas.', 'Su paquete va en camino.', 'Tarda de 3 a 5 días.'],
    ['Posventa', 'Por favor, mándenos una foto del artículo.', 'Aprobamos su reembolso.'],
  ],
};
