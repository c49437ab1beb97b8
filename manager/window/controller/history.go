package controller

import (
	"time"

	"ragmanager/manager"
	"ragmanager/manager/window/text"
)

// A chat is what was asked and answered since the library was opened, and before.
type chat struct {
	next      int
	exchanges []*Exchange // oldest first
	questions []string    // that were asked, for recalling them; oldest first
	past      bool        // the history is among exchanges
	retrieved *manager.Retrieval
	stamp     string // of the pages when it was, "" if that was not known
}

// Conversation returns the exchanges, oldest first.
func (c *Controller) Conversation() []*Exchange { return c.chat.exchanges }

// AskedBefore returns the questions that were asked, oldest first, to be recalled.
func (c *Controller) AskedBefore() []string { return c.chat.questions }

// History adds the exchanges of before to the conversation, in front.
func (c *Controller) History() {
	if c.m == nil || c.chat.past {
		c.Show(Place{View: ChatView})
		return
	}
	m, turn, opened := c.m, c.opening, c.opened
	c.background(func() func() {
		list, err := m.History()
		return func() {
			if turn != c.opening {
				return
			}
			if err != nil {
				c.fail(text.History, err)
			}
			if err == nil || len(list) > 0 { // what can be read is shown all the same
				c.addPast(list, opened)
			}
		}
	})
}

// addPast puts exchanges that ended before a time in front of the conversation.
func (c *Controller) addPast(list []manager.Exchange, before time.Time) {
	var past []*Exchange
	var questions []string
	for _, x := range list {
		if x.Time.Before(before) {
			past = append(past, pastExchange(x, c.chat.next))
			questions = append(questions, x.Question)
			c.chat.next++
		}
	}
	c.chat.past = true
	c.chat.exchanges = append(past, c.chat.exchanges...)
	c.chat.questions = append(questions, c.chat.questions...)
	c.Conversations.emit(c.chat.exchanges)
	c.Show(Place{View: ChatView})
	c.say(Info, text.PastShown(len(past)))
}

func pastExchange(x manager.Exchange, id int) *Exchange {
	e := &Exchange{
		ID: id, Time: x.Time, Past: true, Question: x.Question, Answer: x.Answer, State: Answered,
		Tier: x.Tier, Relevance: x.Relevance, Model: x.Model, Prompt: x.Prompt, Completed: x.Completed,
		Price: x.Price, Priced: x.Price > 0, Seconds: x.Seconds,
	}
	for _, s := range x.Sources {
		e.Sources = append(e.Sources, manager.AnswerSource{Name: s.Name, Title: s.Title, URL: s.URL, Used: true})
	}
	return e
}

// Clear forgets all exchanges, those of before too, after asking.
func (c *Controller) Clear() {
	c.Questions.emit(Question{
		Title: text.Clear, Message: text.AskClear, Yes: text.Clear, Danger: true,
		Answer: func(yes bool) {
			if yes && c.m != nil {
				c.forget()
			}
		},
	})
}

func (c *Controller) forget() {
	n, err := c.m.ClearHistory()
	if err != nil {
		c.fail(text.Clear, err)
		return
	}
	c.chat = chat{next: c.chat.next, questions: c.chat.questions, retrieved: c.chat.retrieved, stamp: c.chat.stamp}
	c.say(Success, text.Forgotten(n))
	c.Conversations.emit(nil)
}
