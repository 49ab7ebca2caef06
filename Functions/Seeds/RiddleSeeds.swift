/// The seeded riddles, which repeat in this order day by day.
let riddleSeeds = [
  RiddleSeed(
    title: "The Two Roads",
    question: """
      You are travelling to Truthshire, where everybody always tells the truth. The next village, Liarsby, is home \
      to people who always lie. The road forks: one branch leads to Truthshire, the other to Liarsby, and the \
      signpost has lost its writing. A local stands at the fork, and you cannot tell from which of the two villages \
      they come. You may ask one question. Which question shows you the way to Truthshire?
      """,
    answer: """
      Ask: “Which road leads to your own village?” Somebody from Truthshire points to Truthshire truthfully. \
      Somebody from Liarsby should point to Liarsby, lies, and points to Truthshire too. Take the road you are \
      shown.
      """,
    picture: "1.png", duration: 15, difficulty: 2,
    hints: (
      "Think about logic puzzles", "Consider what each person would say",
      "Both types of people will point the same way"
    )),
  RiddleSeed(
    title: "The Full Boat",
    question: """
      A farmer has to cross a river with a wolf, a goat and a cabbage. The boat carries the farmer and one of the \
      three. Left alone together, the wolf eats the goat and the goat eats the cabbage. How does everything arrive \
      safely?
      """,
    answer: """
      Take the goat across and return alone. Take the wolf across and bring the goat back. Take the cabbage across \
      and return alone. At last take the goat across again.
      """,
    picture: "2.png", duration: 10, difficulty: 1,
    hints: (
      "Which two can stay together without harm?", "The first crossing leaves only one choice",
      "Something may also travel back"
    )),
  RiddleSeed(
    title: "Three Switches",
    question: """
      Three switches, all off, are in a hallway. One of them belongs to the lamp in a closed room; the other two do \
      nothing. You may set the switches as you like, but you may enter the room only once. How do you find the right \
      switch? The lamp has an old-fashioned bulb.
      """,
    answer: """
      Turn the first switch on for some minutes and off again, turn the second on, and go in. If the lamp is lit, it \
      is the second switch; if it is dark but warm, the first; if it is dark and cold, the third.
      """,
    picture: "3.png", duration: 10, difficulty: 2,
    hints: ("A lamp has more than two states", "What else does an old bulb give?", "You may touch the bulb")),
  RiddleSeed(
    title: "The Odd Coin",
    question: """
      Among nine coins that look alike, one is lighter than the others. You have a balance with two pans and no \
      weights. How do you find the light coin in two weighings?
      """,
    answer: """
      Weigh three coins against three. The lighter side has the coin; if they balance, it is among the three left \
      over. Of those three, weigh one against one: the lighter is the coin, and if they balance, it is the third.
      """,
    picture: "4.png", duration: 10, difficulty: 2,
    hints: (
      "A weighing has three outcomes", "Three times three is nine", "Coins that stay off the balance are weighed too"
    )),
  RiddleSeed(
    title: "Three Hats",
    question: """
      From a box with three red and two blue hats, three friends who sit in a row are each given one, eyes closed. \
      The last sees the two hats ahead, the middle one sees the first's, and the first sees none. Asked for the \
      colour of their own hat, the last says “I cannot know”, then the middle one says “I cannot know”, and then the \
      first says “I know mine.” Which colour is it, and why?
      """,
    answer: """
      Red. The last one does not see two blue hats, or would know. So at least one of the first two is red, and both \
      know that now. Had the first a blue hat, the middle one would know their own to be red. They do not, so the \
      first one's hat is red.
      """,
    picture: "5.png", duration: 20, difficulty: 3,
    hints: (
      "What would the last one have to see to know?", "The silence of one is news for the next",
      "The middle one reasons with what the last one has said"
    )),
  RiddleSeed(
    title: "The Bridge at Night",
    question: """
      Four friends have to cross an old bridge in the dark. They have one lantern, nobody crosses without it, and \
      the bridge carries at most two. Alone they need 1, 2, 5 and 10 minutes; two together walk as slowly as the \
      slower. How are all of them across after 17 minutes?
      """,
    answer: """
      1 and 2 cross (2 minutes), 1 returns (3), 5 and 10 cross (13), 2 returns (15), 1 and 2 cross (17). The two \
      slowest walk together.
      """,
    picture: "6.png", duration: 15, difficulty: 3,
    hints: (
      "The fastest need not be everyone's guide", "The two slowest should cross only once",
      "Someone fast has to wait on the other side"
    )),
  RiddleSeed(
    title: "Two Jugs",
    question: """
      You have a jug of five litres, a jug of three, and a well. Neither jug has any marks. How do you measure \
      exactly four litres?
      """,
    answer: """
      Fill the five and pour from it into the three: two litres stay. Empty the three and pour the two litres in. \
      Fill the five again and pour from it until the three is full, which takes one litre. Four litres are left in \
      the five.
      """,
    picture: "7.png", duration: 10, difficulty: 1,
    hints: ("Start with the five", "What is left when you pour five into three?", "Keep the two litres")),
  RiddleSeed(
    title: "Wrong Labels",
    question: """
      Three boxes hold fruit: one only apples, one only oranges, one both. They are labelled, but every label is \
      wrong. You may take one fruit from one box, without looking inside. How do you label all of them correctly?
      """,
    answer: """
      Take it from the box that says both, which holds only one kind. If it is an apple, that is the apple box; the \
      one labelled oranges cannot be oranges, so it is the mixed one, and the one labelled apples holds oranges. \
      With an orange it is the other way round.
      """,
    picture: "8.png", duration: 10, difficulty: 2,
    hints: ("Every label is wrong", "One box tells more than the others", "Begin with the box that says both")),
  RiddleSeed(
    title: "Two Ropes",
    question: """
      Two ropes burn for exactly one hour each, but unevenly: half of a rope need not take half an hour. With the \
      ropes and a lighter, how do you measure 45 minutes?
      """,
    answer: """
      Light the first rope at both ends and the second at one. When the first is gone, 30 minutes have passed, and \
      the second has 30 minutes left. Light its other end: it is gone after 15 minutes more, 45 in all.
      """,
    picture: "9.png", duration: 15, difficulty: 3,
    hints: ("A rope has two ends", "Half an hour is easy to measure", "Use the other rope's rest in the same way")),
  RiddleSeed(
    title: "The Tireless Bird",
    question: """
      Two trains, 100 kilometres apart, run towards each other at 50 kilometres an hour each. A bird starts with one \
      of them, flies at 80 kilometres an hour to the other, turns at once, and flies to and fro until the trains \
      meet. How far does it fly?
      """,
    answer: """
      80 kilometres. The trains close the distance at 100 kilometres an hour and meet after one hour, and for that \
      hour the bird is flying.
      """,
    picture: "10.png", duration: 10, difficulty: 2,
    hints: ("Do not add up the legs of the flight", "When do the trains meet?", "How long does the bird fly?")),
  RiddleSeed(
    title: "The Lily Pond",
    question: """
      The lilies on a pond double the surface that they cover every day. After 48 days the pond is covered entirely. \
      After how many days was half of it covered?
      """,
    answer: """
      After 47 days: one doubling before the end, it was half.
      """,
    picture: "11.png", duration: 5, difficulty: 1,
    hints: ("Think backwards", "What happens from one day to the next?", "Half becomes whole in one step")),
  RiddleSeed(
    title: "A Hundred Doors",
    question: """
      A hundred closed doors stand in a corridor, and a hundred people walk past, one after another. The first turns \
      every door, opening it; the second turns every second door, closing it; the third turns every third door, \
      opening the closed ones and closing the open ones; and so on until the hundredth turns only door 100. Which \
      doors are open in the end?
      """,
    answer: """
      Those whose number is a square: 1, 4, 9, 16, 25, 36, 49, 64, 81 and 100. A door is turned once for each \
      divisor of its number, and only squares have an odd number of divisors.
      """,
    picture: "12.png", duration: 25, difficulty: 4,
    hints: ("Try it with ten doors", "Who turns door 12?", "Divisors come in pairs, except for some numbers")),
]
