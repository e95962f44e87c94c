/** Todas las palabras de las páginas en español. */
import type { Texts } from './en.ts';

export const es: Texts = {
  code: 'es',
  name: 'Español',
  dir: 'ltr',
  locale: 'es-ES',

  spellings: { inglaterra: 'GB', escocia: 'GB', gales: 'GB', eeuu: 'US', 'ee uu': 'US', hawái: 'US' },

  title: 'Compara eSIM de viaje',
  tagline: 'Lo que cuesta cada plan para todo tu viaje y qué inconvenientes tiene.',
  lead: 'Di adónde vas, cuántos días y cuántos datos usas. Verás el precio de todo el viaje y los inconvenientes de cada plan. Nadie puede pagar por un puesto mejor.',
  skip: 'Ir al contenido',
  nav: {
    label: 'Menú principal',
    compare: 'Comparar',
    destinations: 'Destinos',
    docs: 'Manual',
    terms: 'Condiciones',
  },
  footer: { label: 'Sobre este sitio', wrongPrice: 'Avisar de un precio incorrecto' },
  languages: 'Idioma',
  docsInEnglish: 'Esta página solo está en inglés.',
  contents: 'Contenido',
  copy: 'Copiar',
  copied: 'Copiado',

  form: {
    label: 'Tu viaje',
    destination: 'Destino',
    destinationHint: 'Un país, en cualquier idioma, o su código',
    days: 'Días',
    need: 'Uso de datos',
    submit: 'Comparar planes',
    found: (count) => `${count} encontrados`,
    none: 'No se encontró ningún destino. Revisa la ortografía o escribe el país.',
    change: 'Cambiar',
  },
  needs: {
    light: { name: 'Poco', means: '0,3 GB al día: mensajes, mapas' },
    normal: { name: 'Medio', means: '1 GB al día: también fotos, llamadas' },
    heavy: { name: 'Mucho', means: '3 GB al día: también vídeo' },
    unlimited: { name: 'Ilimitado', means: 'solo planes vendidos como ilimitados' },
  },

  honesty: {
    links:
      'Los enlaces a proveedores pueden dar dinero a quien gestiona este sitio. No cambian ningún puesto de la lista.',
    market: (providers) => `Leemos ${providers} proveedores. Hay otros que no mostramos.`,
    short: 'Los enlaces pueden darnos dinero y no cambian ningún puesto. No es todo el mercado.',
    runBy: (operator) => `Gestionado por ${operator}.`,
    runByUnsaid: 'No se ha dicho quién gestiona este sitio.',
    funding: (funding) => `Qué lo paga: ${funding}.`,
    fundingUnsaid: 'No se ha dicho qué lo paga.',
    pricesRead: (oldest, newest) => `Los precios se leyeron entre el ${oldest} y el ${newest}.`,
    more: 'Sobre nosotros',
    phone: '¿Tu teléfono admite eSIM?',
  },

  home: {
    promises: [
      [
        'El precio de todo el viaje',
        'Incluye todos los planes que tienes que comprar, todos los días y los descuentos que cualquiera puede usar. Los demás descuentos se muestran al lado.',
      ],
      [
        'Lo desconocido se dice',
        'Si un proveedor no indica algo, lo decimos y cuenta como un pequeño inconveniente.',
      ],
      [
        'El dinero no cambia el orden',
        'Las reglas son públicas y no tienen en cuenta lo que paga un proveedor.',
      ],
    ],
    popular: 'Prueba un viaje',
    counts: (plans, providers, destinations) =>
      `${plans} planes de ${providers} proveedores para ${destinations} destinos`,
    forPrograms: 'Para programas y asistentes',
    forProgramsText: 'La misma comparación como JSON y por MCP. Sin cuenta, sin clave, con límites justos.',
  },

  place: {
    heading: (place) => `eSIM para ${place}`,
    description: (place, plans, providers) =>
      `${plans} planes eSIM de ${providers} proveedores para ${place}. Compáralos para tus días y tus datos.`,
    counts: (plans, providers, place) =>
      `Conocemos ${plans} planes de ${providers} proveedores para ${place}.`,
    scopes: (country, region, global) =>
      `Dónde funcionan: ${country} solo aquí, ${region} en una región, ${global} en todo el mundo.`,
    models: (total, daily, unlimited) =>
      `Cómo se venden los datos: ${total} como una cantidad, ${daily} como cantidad diaria, ${unlimited} ilimitados.`,
    fiveG: (plans) => `${plans} de ellos indican 5G aquí.`,
    kinds: 'Qué tipos de planes hay',
    noPrices: 'El precio depende de tus días y tus datos. Compara para verlo.',
    all: 'Todos los destinos',
    allText: 'Destinos de los que conocemos planes. Elige uno o busca en la primera página.',
    plans: (n, formatted) => `${formatted} ${n === 1 ? 'plan' : 'planes'}`,
  },

  sorts: {
    recommended: { name: 'Recomendado', means: 'Precio e inconvenientes juntos, lo más bajo primero' },
    cheapest: { name: 'Más barato', means: 'El precio más bajo de todo el viaje primero' },
    fastest: {
      name: 'Más rápido',
      means: 'Primero la red más nueva, después la velocidad anunciada. No está medida',
    },
  },
  fastestWithoutSpeed: 'Primero la red más nueva. Ningún plan indica aquí su velocidad',

  days: (n, formatted) => `${formatted} ${n === 1 ? 'día' : 'días'}`,
  results: {
    heading: (place) => `eSIM para ${place}`,
    pageTitle: (place, days) => `eSIM para ${place}, ${days}`,
    needs: (gb) => `${gb} necesarios`,
    needsUnlimited: 'datos ilimitados',
    shown: (shown) => (shown === 1 ? 'Se muestra un plan.' : `Se muestran ${shown} planes.`),
    missing: (n) =>
      n === 1 ? 'Uno no cubre el viaje y dice por qué.' : `${n} no cubren el viaje y dicen por qué.`,
    orders: 'Orden',
    rank: (n) => `Puesto ${n}`,
    empty: (place) => `Ahora mismo no conocemos ningún plan para ${place}.`,
    emptyHint: 'Un plan regional puede funcionar allí. Mira un país vecino y lee su lista de países.',
    attribution: (service) => `Datos de ${service}`,
    howWeRank: 'Cómo ordenamos',
    computed: (time) => `Calculado ${time}`,
    share: 'Puedes compartir la dirección de esta página.',
    asJson: 'Esta comparación como JSON',
    charts: 'Gráficos',
  },

  card: {
    wholeTrip: 'todo el viaje',
    estimate: 'estimado',
    buy: (formatted) => `Compra ${formatted}, uno tras otro`,
    listPrice: 'Sin descuento',
    perGb: (money) => `${money} por GB`,
    perDay: (money) => `${money} al día`,
    data: 'Datos',
    validity: 'Válido',
    network: 'Red',
    networks: 'Redes',
    networksUnknown: 'redes no indicadas',
    generationUnknown: 'no indicada',
    hotspot: 'Compartir conexión',
    identity: 'Control de identidad',
    topUp: 'Recarga',
    phoneNumber: 'Número de teléfono',
    subscription: 'Se renueva automáticamente',
    ads: 'Publicidad',
    newCustomers: 'Solo clientes nuevos',
    breakout: 'Salida a internet',
    topSpeed: 'Velocidad máxima anunciada',
    coverage: 'Funciona en',
    tax: 'Impuestos',
    priceBasis: 'Precio',
    priceRead: ['Precio leído', ''],
    priceReadAt: 'Precio leído',
    why: 'Por qué aquí',
    comparable: 'Precio comparable',
    details: 'Todos los detalles',
    notes: 'Notas',
    go: 'Ver oferta',
    goAt: (provider) => `en ${provider}, sale de este sitio`,
    unknown: 'no indicado',
    yes: 'sí',
    no: 'no',
    has: 'sí',
    hasNot: 'no',
    coupon: (code, discount) => `Código ${code}: ${discount} de descuento`,
    couponAuto: (discount) => `${discount} de descuento, lo aplica la tienda`,
    couponIn: 'incluido en el precio',
    couponPrice: (money) => `${money}, si cumples las condiciones`,
    couponReplaces: (other) => `Sustituye a ${other}`,
    couponOther: 'el descuento incluido',
    couponSeen: (date) => `Última comprobación: ${date}`,
    couponsMore: (n, money) =>
      n === 1 ? `Un descuento con condiciones: ${money}` : `${n} descuentos con condiciones: desde ${money}`,
    shortGb: (gb) => `${gb} menos de lo necesario`,
    shortDays: (days) => `${days} menos que el viaje`,
    shortUnlimited: 'Muy pocos datos a plena velocidad para contar como ilimitado',
  },
  scope: {
    country: () => 'solo este país',
    region: (n) => `región, ${n} destinos`,
    global: (n) => `todo el mundo, ${n} destinos`,
  },
  data: {
    total: (gb) => gb,
    per_day: (gb) => `${gb} al día`,
    unlimited: 'Ilimitado',
    fullSpeed: (gb) => `${gb} al día a plena velocidad`,
    uncapped: 'sin límite de uso razonable',
    fairUseUnknown: 'límite de uso razonable no indicado',
    forTrip: (gb) => `${gb} para el viaje`,
    stop: 'después se corta',
    throttle: (speed) => `después ${speed}`,
    throttleUnknown: 'después más lento, velocidad no indicada',
    afterUnknown: 'no se indica qué pasa después',
  },
  validity: {
    noExpiry: 'No caduca',
    byDay: (days) => `${days}, se vende por días`,
    starts: {
      purchase: 'desde la compra',
      install: 'desde la instalación',
      first_use: 'desde el primer uso',
      unknown: 'inicio no indicado',
    },
    installWithin: (days) => `instalar en ${days}`,
  },
  breakout: { local: 'en el propio país', roaming: 'a través de otro país', unknown: 'no indicada' },
  tax: { included: 'incluidos', excluded: 'no incluidos', unknown: 'no indicado' },
  basis: { retail: 'precio en la tienda', rrp: 'precio recomendado; la tienda puede pedir otro' },
  converted: (currency, date) => `convertido de ${currency} al cambio del ${date}`,
  freshness: {
    fresh: 'al día',
    aging: 'tiene más de un día: compruébalo antes de comprar',
    stale: 'antiguo: compruébalo antes de comprar',
  },

  reasons: {
    short_of_days: (days) => `${days} menos que el viaje`,
    short_of_data: (gb) => `${gb} menos de lo necesario`,
    too_slow: () => 'Demasiado lento para este uso',
    new_customers_only: () => 'Solo para clientes nuevos',
    several_purchases: (n) => `Hay que comprarlo ${n} veces`,
    cheapest: () => 'El más barato para todo el viaje',
    above_cheapest: (percent) => `${percent} % más que el más barato`,
    spare_data: (gb) => `${gb} de sobra`,
    little_spare_data: (gb) => (gb === '' ? 'Sin datos de sobra' : `Solo ${gb} de sobra`),
    spare_data_daily: (gb) => `${gb} de sobra al día`,
    part_at_reduced_speed: (speed) => `Una parte de los datos a ${speed}`,
    fair_use_unstated: () => 'Límite de uso razonable no indicado',
    no_data_limit: () => 'Sin límite de datos',
    all_at_full_speed: () => 'Todo a plena velocidad',
    full_speed_daily: (gb) => `${gb} al día a plena velocidad`,
    has_5g: () => '5G según el anuncio',
    local_exit: () => 'Salida a internet en el propio país',
    several_networks: (n) => `Funciona en ${n} redes`,
    hotspot_allowed: () => 'Permite compartir conexión',
    no_identity_check: () => 'Sin control de identidad',
    top_up: () => 'Se puede recargar',
    phone_number: () => 'Incluye número de teléfono',
    covers_trip: (days) => (days === '' ? 'No caduca' : `Válido ${days}`),
  },

  audience: {
    everyone: 'Para todos',
    new_customers: 'Solo clientes nuevos',
    app_only: 'Solo en la aplicación del proveedor',
  },
  conditions: {
    unstated: 'Condiciones no indicadas',
    firstOrder: 'Solo en el primer pedido',
    minimum: (money) => `Pedidos de ${money} o más`,
    maximum: (money) => `Como máximo ${money} de descuento por pedido`,
    destinations: 'Solo para este y algunos otros destinos',
    plans: 'Solo para algunos planes',
    byShop: 'Lo aplica la tienda, sin código',
    ends: (date) => `Termina el ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Se vende solo una vez y solo a clientes nuevos',
    notValidIn: (places) => `No funciona en ${places}`,
  },

  notices: {
    prices_are_estimates: 'Los precios son estimaciones. Vale el precio de la página del proveedor.',
    speeds_are_advertised: 'Las velocidades son las que anuncian los proveedores. Nadie las ha medido.',
    keep_conditions:
      'Un descuento solo es cierto junto con sus condiciones. Un descuento que no todos pueden usar no cambia ningún orden.',
    sample_data:
      'Datos de ejemplo: estos proveedores y ofertas son inventados. Aquí no se puede comprar nada.',
    no_plans_for_country: 'Ahora mismo no hay ningún plan que funcione allí.',
    not_a_country: 'Esto no es un código de país.',
    nothing_meets_need: 'Ningún plan cubre todo el viaje. Siguen los más cercanos y dicen qué falta.',
    fastest_means_little: 'Ningún plan de allí indica la generación de su red; este orden dice poco.',
    nothing_qualifies: 'De ningún plan consta todo lo que pides.',
    no_plan_for_all_stops: 'Ningún plan único funciona en todas las paradas.',
    stop_without_plans: 'Para algunas paradas no se vende nada.',
    no_variants_with_then: 'Otras duraciones solo se comparan en viajes con una parada.',
  },

  charts: {
    heading: 'Gráficos',
    priceData: 'Precio y datos',
    priceDataAlt: (n, need, first) =>
      `Cada uno de los ${n} planes es un punto: más a la derecha hay más datos a plena velocidad, más arriba es mayor el precio de todo el viaje. ${need} ${first}`,
    needAlt: (gb) => `Una línea marca los ${gb} que necesita el viaje.`,
    firstAlt: (order, name, money) => `Primero en ${order}: ${name}, ${money}.`,
    dataAxis: 'Datos para el viaje, GB',
    priceAxis: 'Todo el viaje, USD',
    first: (order) => `Primero en ${order}`,
    misses: 'No cubre el viaje',
    covers: 'Cubre el viaje',
    noLimit: 'sin límite',
    need: 'necesitas',
    lengths: 'Precio según la duración',
    lengthsAlt: (list) => `El plan más barato para cada duración: ${list}.`,
    lengthsAxis: 'Días',
    asked: 'tu viaje',
    table: 'Lo mismo como tabla',
    plan: 'Plan',
    provider: 'Proveedor',
    price: 'Precio',
    data: 'Datos',
    length: 'Duración',
    cheapestPlan: 'Plan más barato',
    longerIsCheaper: (days, money) =>
      `El plan más barato para ${days} cuesta ${money} menos que el más barato para tus días.`,
    noneShort: 'no lo cubre',
  },

  faults: {
    heading: 'Revisa tu viaje',
    country: {
      missing: 'Di adónde vas.',
      unknown: (text) => `No conocemos ningún destino llamado «${text}».`,
      several: (text) => `«${text}» puede ser varios destinos.`,
      repeated: 'Escribe un solo destino.',
    },
    days: 'Escribe un número entero de días, de 1 a 90.',
    need: 'Elige uno de los cuatro usos de datos.',
    suggestions: '¿Querías decir',
  },

  problems: {
    back: 'Comparar de nuevo',
    not_found: {
      title: 'Esta página no existe',
      text: 'La dirección es incorrecta o la página se ha movido.',
    },
    method_not_allowed: { title: 'Aquí no es posible', text: 'Esta página solo se puede leer.' },
    plan_gone: {
      title: 'Este plan ya no está en la lista',
      text: 'Ya no se vende o su proveedor ya no lo ofrece. Compara de nuevo para ver lo que se vende ahora.',
    },
    rate_limited: {
      title: 'Espera un momento',
      text: 'Cada persona tiene un número limitado de comparaciones. Quienes comparten tu conexión a internet las comparten contigo.',
      uncached:
        'Se ha alcanzado el límite de comparaciones nuevas de hoy. El tuyo no. Los viajes que alguien comparó hace poco siguen funcionando.',
      burst: 'Llegaron demasiadas peticiones a la vez. Tus comparaciones no se ven afectadas.',
      wait: (time) => `Espera ${time} y vuelve a cargar la página. Antes no sirve de nada.`,
      more: '¿Necesitas más? Escribe antes a quien gestiona el sitio.',
    },
    unavailable: {
      title: 'Ahora no podemos comparar',
      text: 'El fallo es nuestro. Preferimos no mostrar nada a mostrar algo falso.',
      data: 'Ahora mismo no hay una lista de precios utilizable.',
      protection: 'Ahora no se pueden contar las peticiones, así que no hay comparaciones.',
      wait: (time) => `Inténtalo de nuevo en ${time}.`,
    },
    other: { title: 'Esto no funciona', text: 'No entendemos esta petición.' },
  },

  pages: {
    phone: {
      title: '¿Mi teléfono admite eSIM?',
      description: 'Cómo ver si un teléfono admite eSIM y si está libre.',
      sections: [
        [
          'Cómo mirarlo',
          'iPhone: Ajustes, General, Información. Android: Ajustes, Acerca del teléfono, después Estado o SIM. Si hay una línea llamada EID, el teléfono admite eSIM. En muchos teléfonos también puedes marcar *#06#: un número llamado EID significa que sí.',
        ],
        [
          'Bloqueado o libre',
          'Un teléfono comprado con un contrato puede estar bloqueado por un operador. Entonces la eSIM de otro no funciona. iPhone: en Ajustes, General, Información, el bloqueo del operador debe decir «Sin restricciones de SIM». Android: mira los ajustes de la red móvil o pregunta en la tienda.',
        ],
        [
          'Qué teléfonos',
          'La mayoría desde 2019: iPhone XS, XR y posteriores, Google Pixel 4 y posteriores, Samsung Galaxy S20 y posteriores. Hay excepciones: el mismo modelo puede no tener eSIM en algunos países, por ejemplo si se compró en China continental. Mira el propio teléfono.',
        ],
        [
          'Antes de salir',
          'Instala la eSIM mientras tengas wifi. Lee en la oferta cuándo empiezan los días. Activa la itinerancia de datos solo para la eSIM y desactívala para tu SIM habitual.',
        ],
        [
          '¿Tienes dudas?',
          'Pregunta al proveedor antes de comprar. Una eSIM instalada muchas veces no se puede devolver.',
        ],
      ],
    },
    privacy: {
      title: 'Privacidad',
      description: 'Lo que este sitio guarda sobre ti: contadores de corta vida. Sin cookies ni seguimiento.',
      sections: [
        [
          'Qué se guarda',
          'Para mantener los límites contamos las peticiones de cada dirección de red. La dirección se guarda solo como un resumen con clave, que no se puede invertir sin la clave, y se borra cuando pasa su tiempo: tras un minuto o al final del día UTC.',
        ],
        [
          'Qué no se guarda',
          'Ni cookies, ni cuentas, ni seguimiento, ni estadísticas sobre personas. Los registros no contienen direcciones de red. Esta página no carga nada de otros sitios.',
        ],
        [
          'Lo que preguntas',
          'Los viajes se guardan 15 minutos para no calcular dos veces la misma pregunta. No se guardan junto con quien preguntó.',
        ],
        [
          'Enlaces a proveedores',
          'Un enlace a un proveedor pasa por este sitio. Tu navegador no le dice al proveedor de qué página vienes. A partir de ahí valen las reglas del proveedor.',
        ],
      ],
    },
    accessibility: {
      title: 'Accesibilidad',
      description: 'Qué hace este sitio para que todos puedan usarlo, qué se ha probado y qué falta.',
      sections: [
        [
          'Nuestro objetivo',
          'Estas páginas quieren cumplir WCAG 2.2, nivel AA. Funcionan solo con el teclado, sin JavaScript, con 320 píxeles de ancho, con el texto al 200 %, en modo oscuro y con colores forzados. Cada gráfico es también una tabla.',
        ],
        [
          'Cómo se prueba',
          'Con cada cambio, un programa (axe) busca barreras en cada tipo de página, en todos los idiomas, en claro y en oscuro. Todavía no la han probado personas con discapacidad; puede haber barreras que un programa no encuentra.',
        ],
        [
          'Qué falta',
          'La documentación y las condiciones están solo en inglés. Los nombres de planes y proveedores aparecen como los escriben los proveedores.',
        ],
      ],
    },
  },
  contact: {
    heading: 'Contacto',
    write: 'Escribe a',
    none: 'Quien gestiona este sitio no ha dado ninguna dirección.',
    noneVisitor:
      'Si un precio es incorrecto, vale la página del proveedor: compruébalo antes de comprar y pregunta al proveedor.',
    noneOperator: 'Si gestionas este sitio, pon en CONTACT una dirección de correo o una página web.',
  },
};
